import type { ToolError } from "./tool-error.js";
import type { ToolResultInit } from "./tool-outcome.js";
import { makeFailure, makeSuccess, type ToolResult } from "./tool-result.js";

/** What `toJSON` of a result returned. */
export interface ResultJson extends ToolResultInit {
  readonly success: boolean;
  readonly data?: unknown;
  readonly error?: ToolError;
}

/** Fields of a result that are lists. */
const lists = ["artifacts", "content", "suggestedFollowUps", "warnings"] as const;

/** The result that was written as JSON, with its methods. What should be a list and is none is left out. */
export function resultFromJson({ success, data, error, ...fields }: ResultJson): ToolResult {
  const init = { ...fields };
  for (const name of lists) if (!Array.isArray(init[name])) delete init[name];
  if (success) return makeSuccess(data, init);
  return makeFailure({ code: undefined, message: fields.message ?? "", ...error }, init, data);
}
