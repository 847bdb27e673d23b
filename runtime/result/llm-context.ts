import type { ImageResultData } from "../kinds/well-known-kinds.js";
import type { ToolValidationError } from "../validation/tool-validation-error.js";
import { describePart } from "./content-part.js";
import { oneLine } from "./log-summary.js";
import { indentLines, toModelText } from "./model-text.js";
import { none } from "./none.js";
import { isCancelled, isDenied, isValidationFailure } from "./result-predicates.js";
import { getSerializedData } from "./serialize-data.js";
import type { ToolArtifact } from "./tool-artifact.js";
import type { ToolFailure, ToolResult } from "./tool-result.js";

/** A result as text for a model. Prefer `result.toLlmContext()`. */
export function toLlmContext(result: ToolResult): string {
  return [outcome(result), content(result), ...notes(result)].flat().join("\n");
}

function outcome(result: ToolResult): string[] {
  if (!result.success) return failure(result);
  const data = result.kind === "image" ? "" : getSerializedData(result);
  const lines = ["Result: Success", `Message: ${toModelText(result.message)}`];
  return data === "" ? lines : [...lines, `Data: ${data}`];
}

/** Describes images and other bytes instead of including them. */
function content({ kind, data, mimeType, content: parts }: ToolResult): string[] {
  const image = kind === "image" ? [{ ...(data as ImageResultData), type: kind, mimeType } as const] : none;
  return list("Content", [...image, ...parts].map(describePart));
}

function failure(result: ToolFailure): string[] {
  const { code, message } = result.error;
  const problems = isValidationFailure(result) ? invalidParameters(result.error.details) : [];
  const count = problems.length;
  const text = count > 0 ? `${count} parameter${count > 1 ? "s are" : " is"} invalid.` : toModelText(message);
  const lines = ["Result: Failed", `Error: ${text}`, ...problems];
  if (code !== undefined) lines.push(`Error Code: ${indentLines(oneLine(code))}`);
  // A person's reason for denying or cancelling is in the message; the error is generic.
  const hasReason = (isDenied(result) || isCancelled(result)) && !result.message.startsWith(message);
  return hasReason ? [...lines, `Reason: ${toModelText(result.message)}`] : lines;
}

/** One line per error with the parameter's JSON pointer. Keeps pointers, which look like file paths. */
function invalidParameters(details: unknown): string[] {
  const { errors = [] } = (details ?? {}) as { readonly errors?: readonly ToolValidationError[] };
  return errors.map(({ parameterName, message }) => {
    const place = parameterName && `${parameterName.replace(/^(?!\/)/, "/")}: `;
    return indentLines(`  ${place}${message}`);
  });
}

function notes({ warnings, artifacts, suggestedFollowUps, durationMs }: ToolResult): string[][] {
  // Warnings name parameters too, so pointers are kept.
  const warningLines = warnings.map(({ message }) => indentLines(message));
  return [
    list("Warnings", warningLines),
    list("Artifacts", artifacts.map(describeArtifact)),
    list("Suggested next steps", suggestedFollowUps.map(toModelText)),
    durationMs > 0 ? [`Duration: ${durationMs.toFixed(0)}ms`] : [],
  ];
}

function describeArtifact({ type, path, description }: ToolArtifact): string {
  const line = `${indentLines(oneLine(type))}: ${toModelText(path)}`;
  return description === undefined ? line : `${line}\n    Description: ${toModelText(description)}`;
}

function list(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`${title}:`, ...items.map((item) => `  - ${item}`)];
}
