import type { ToolError } from "./tool-outcome.js";
import type { ToolResultInit } from "./tool-outcome.js";
import { makeFailure, makeSuccess, type ToolResult } from "./tool-result.js";

/** The output of `result.toJSON()`. */
export interface ResultJson extends ToolResultInit {
  readonly success: boolean;
  readonly data?: unknown;
  readonly error?: ToolError;
}

const lists = ["artifacts", "content", "suggestedFollowUps", "warnings"] as const;

/** Restores a result, with its methods, from JSON. Omits list fields that are not lists. */
export function resultFromJson({ success, data, error, ...fields }: ResultJson): ToolResult {
  const init = { ...fields };
  for (const name of lists) if (!Array.isArray(init[name])) delete init[name];
  if (success) return makeSuccess(data, init);
  return makeFailure({ code: undefined, message: fields.message ?? "", ...error }, init, data);
}
