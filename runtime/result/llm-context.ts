import type { ToolValidationError } from "../validation/tool-validation-error.js";
import { oneLine } from "./log-summary.js";
import { keepLines, toModelText } from "./model-text.js";
import { isCancelled, isDenied, isValidationFailure } from "./result-predicates.js";
import { getSerializedData } from "./serialized-data.js";
import type { ToolFailure, ToolOutcome } from "./tool-outcome.js";

/** A result as a model reads it. */
export function toLlmContext(result: ToolOutcome): string {
  const parts = [outcome(result), warnings(result), artifacts(result), followUps(result), duration(result)];
  return parts.flat().join("\n");
}

function outcome(result: ToolOutcome): string[] {
  if (!result.success) return failure(result);
  const data = getSerializedData(result);
  const lines = ["Result: Success", `Message: ${toModelText(result.message)}`];
  return data === "" ? lines : [...lines, `Data: ${data}`];
}

function failure(result: ToolFailure): string[] {
  const { code, message } = result.error;
  const problems = isValidationFailure(result) ? invalidParameters(result.error.details) : [];
  const count = problems.length;
  const text = count > 0 ? `${count} parameter${count > 1 ? "s are" : " is"} invalid.` : toModelText(message);
  const lines = ["Result: Failed", `Error: ${text}`, ...problems];
  if (code !== undefined) lines.push(`Error Code: ${keepLines(oneLine(code))}`);
  // What a person said when they refused or gave up is in the message; the error is the same every time.
  const hasReason = (isDenied(result) || isCancelled(result)) && !result.message.startsWith(message);
  return hasReason ? [...lines, `Reason: ${toModelText(result.message)}`] : lines;
}

/** Every error on a line of its own with its parameter's JSON pointer; both are the model's own words, not paths. */
function invalidParameters(details: unknown): string[] {
  const { errors = [] } = (details ?? {}) as { readonly errors?: readonly ToolValidationError[] };
  return errors.map(({ parameterName, message }) => {
    const place = parameterName && `${parameterName.replace(/^(?!\/)/, "/")}: `;
    return keepLines(`  ${place}${message}`);
  });
}

/** They name parameters, as errors do. */
function warnings(result: ToolOutcome): string[] {
  if (result.warnings.length === 0) return [];
  return ["Warnings:", ...result.warnings.map(({ message }) => keepLines(`  - ${message}`))];
}

function artifacts(result: ToolOutcome): string[] {
  if (result.artifacts.length === 0) return [];
  const lines = result.artifacts.flatMap(({ type, path, description }) => {
    const line = `  - ${keepLines(oneLine(type))}: ${toModelText(path)}`;
    return description === undefined ? [line] : [line, `    Description: ${toModelText(description)}`];
  });
  return ["Artifacts:", ...lines];
}

function followUps(result: ToolOutcome): string[] {
  if (result.suggestedFollowUps.length === 0) return [];
  return ["Suggested next steps:", ...result.suggestedFollowUps.map((step) => `  - ${toModelText(step)}`)];
}

function duration(result: ToolOutcome): string[] {
  return result.durationMs > 0 ? [`Duration: ${result.durationMs.toFixed(0)}ms`] : [];
}
