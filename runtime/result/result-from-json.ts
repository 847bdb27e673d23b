import type { ToolError } from "./tool-error.js";
import type { ToolResultInit } from "./tool-outcome.js";
import { makeFailure, makeSuccess, type ToolResult } from "./tool-result.js";

/** What `toJSON` of a result returned. */
export interface ResultJson extends ToolResultInit {
  readonly success: boolean;
  readonly data?: unknown;
  readonly error?: ToolError;
}

/** The result that was written as JSON, with its methods. */
export function resultFromJson({ success, data, error, ...fields }: ResultJson): ToolResult {
  return success || error === undefined ? makeSuccess(data, fields) : makeFailure({ ...error }, fields, data);
}
