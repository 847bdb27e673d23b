import type { JsonValue } from "../tool/json-schema.js";
import { writeJson } from "./json-text.js";
import { presentFields } from "./present-fields.js";
import { cutWithNote } from "./cut-text.js";
import type { ToolOutcome } from "./tool-outcome.js";

export const maxJsonLength: number = 2 ** 27;

export function resultToJson(result: ToolOutcome): Record<string, unknown> {
  const { error } = result;
  // The cause of an error is for logs.
  const fields = presentFields({ ...result, error: error && { ...error, cause: undefined } });
  const { text, length } = writeJson(fields, maxJsonLength);
  if (length <= maxJsonLength) return JSON.parse(text) as Record<string, JsonValue>;
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, partOf(value)]));
}

/** Shortens a field of a result that is too long; a long field becomes the start of its text. */
function partOf(value: unknown): JsonValue {
  const limit = maxJsonLength / 16;
  const { text, length } = writeJson(value, limit);
  return length <= limit ? (JSON.parse(text) as JsonValue) : cutWithNote(text, limit, `over ${limit}`);
}
