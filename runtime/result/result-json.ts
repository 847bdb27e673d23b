import type { JsonValue } from "../tool/json-schema.js";
import { fitJson } from "./fit-json.js";
import type { ToolOutcome } from "./tool-outcome.js";

/** Characters of JSON beyond which even machines are given less. */
const maxLength = 2 ** 27;

/** Any value as JSON data, in the encoding that `docs/results.md` lists. Never throws. */
export function toJsonValue(value: unknown): JsonValue {
  return JSON.parse(fitJson(value, maxLength).text) as JsonValue;
}

/** A result for machines. */
export function resultToJson(result: ToolOutcome): Record<string, unknown> {
  const { error } = result;
  // The cause of an error is for logs.
  const shown = error && { code: error.code, message: error.message, details: error.details };
  return toJsonValue({ ...result, error: shown }) as Record<string, JsonValue>;
}
