import type { ToolErrorCode } from "./tool-error.js";
import type { ToolFailure, ToolOutcome } from "./tool-outcome.js";

/** Whether the tool did not do what it was asked. Prefer `!result.success`, which narrows as well. */
export function isFailure(result: ToolOutcome): result is ToolFailure {
  return !result.success;
}

/** Whether the caller gave up. Prefer `execution.status` where there is an execution, here and below. */
export function isCancelled(result: ToolOutcome): boolean {
  return failedWith(result, "Cancelled");
}

/** Whether nobody approved the call. */
export function isDenied(result: ToolOutcome): boolean {
  return failedWith(result, "Denied");
}

/** Whether the call ran longer than it may. */
export function isTimeout(result: ToolOutcome): boolean {
  return failedWith(result, "Timeout");
}

/** Whether the parameters could not be used. */
export function isValidationFailure(result: ToolOutcome): boolean {
  return failedWith(result, "ValidationFailed");
}

/** Whether the tool could not be used at the moment. */
export function isNotAvailable(result: ToolOutcome): boolean {
  return failedWith(result, "NotAvailable");
}

/** Whether the tool left something behind or touched something; prefer `result.artifacts.length > 0`. */
export function hasArtifacts(result: ToolOutcome): boolean {
  return result.artifacts.length > 0;
}

/** Whether the tool proposes what to do next; prefer `result.suggestedFollowUps.length > 0`. */
export function hasSuggestions(result: ToolOutcome): boolean {
  return result.suggestedFollowUps.length > 0;
}

function failedWith(result: ToolOutcome, code: ToolErrorCode): boolean {
  return result.error?.code === code;
}
