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
  const { success, kind, message, summary, mimeType, display, data, error } = result;
  const { artifacts, durationMs, suggestedFollowUps, maxDataLength, metadata } = result;
  const json = toJsonValue({
    success,
    kind,
    message,
    summary,
    mimeType,
    display,
    data,
    error: error && { code: error.code, message: error.message, details: error.details },
    artifacts,
    durationMs,
    suggestedFollowUps,
    maxDataLength,
    metadata,
  });
  return json as Record<string, JsonValue>;
}
