import type { ToolErrorCode, ToolFailure, ToolResult } from "./tool-result.js";

/** Whether the call failed. Prefer `!result.success`, which narrows as well. */
export function isFailure(result: ToolResult): result is ToolFailure {
  return !result.success;
}

type Predicate = (result: ToolResult) => boolean;

const failedWith =
  (code: ToolErrorCode): Predicate =>
  ({ error }) =>
    error?.code === code;

/** Whether the caller cancelled. Prefer `execution.status` for executions, here and below. */
export const isCancelled: Predicate = failedWith("Cancelled");
/** Whether the call was denied. */
export const isDenied: Predicate = failedWith("Denied");
/** Whether the call timed out. */
export const isTimeout: Predicate = failedWith("Timeout");
/** Whether the parameters were invalid. */
export const isValidationFailure: Predicate = failedWith("ValidationFailed");
/** Whether the tool was unavailable. */
export const isNotAvailable: Predicate = failedWith("NotAvailable");
/** Whether the tool reported artifacts; prefer `result.artifacts.length > 0`. */
export const hasArtifacts: Predicate = ({ artifacts }) => artifacts.length > 0;
/** Whether the tool suggests next steps; prefer `result.suggestedFollowUps.length > 0`. */
export const hasSuggestions: Predicate = ({ suggestedFollowUps }) => suggestedFollowUps.length > 0;
