import type { JsonValue } from "../tool/json-schema.js";
import { cutWithNote } from "./cut-text.js";
import { fitJson, writeJson } from "./json-text.js";
import { presentFields } from "./present-fields.js";
import type { ToolResult } from "./tool-result.js";

/** Default limit for data shown to a model, in characters. */
export const defaultMaxDataLength = 50_000;

/** Above this limit, the note reports only `over 10000000`. */
const maxCounted = 10_000_000;

/** All engines support strings of this length, even with every character escaped. */
const maxJsonLength = 2 ** 26;

/** Maximum length of one field in the JSON of a result. */
const maxFieldLength = 2 ** 25;

/** Data as text, and whether it was cut. */
export interface SerializedData {
  readonly text: string;
  readonly truncated: boolean;
  /** Length before cutting; counted up to 10,000,000. */
  readonly totalLength: number;
}

/** Writes any value as JSON, cut with a note if too long. Never throws; null and undefined become empty text. */
export function writeData(data: unknown, maxLength: number): SerializedData {
  if (data === undefined || data === null) return { text: "", truncated: false, totalLength: 0 };
  const limit = toLimit(maxLength);
  const { text, length } = writeJson(data, Math.max(limit, maxCounted));
  if (length <= limit) return { text, truncated: false, totalLength: length };
  const totalLength = Math.max(limit + 1, Math.min(length, maxCounted));
  const total = length > maxCounted ? `over ${maxCounted}` : length;
  return { text: cutWithNote(text, limit, total), truncated: true, totalLength };
}

/** A result's data as JSON, cut to `maxLength` characters with a note. Prefer `result.getSerializedData()`. */
export function getSerializedData(result: ToolResult, maxLength?: number): string {
  return writeData(result.data, maxLength ?? result.maxDataLength ?? defaultMaxDataLength).text;
}

/** Serialisation options. */
export interface SerializeOptions {
  /** Maximum UTF-16 units, notes included. @default 50,000 */
  readonly maxLength?: number;
  /** Cut strings and drop whole items and fields, with notes, so that the text stays valid JSON. */
  readonly keepStructure?: boolean;
}

/** Writes any value as JSON within a limit. Never throws; `undefined` and null become empty text. */
export function serializeData(data: unknown, options: SerializeOptions = {}): SerializedData {
  const { maxLength = defaultMaxDataLength, keepStructure = false } = options;
  const written = writeData(data, maxLength);
  return keepStructure && written.truncated
    ? { ...written, text: fitJson(data, toLimit(maxLength)) }
    : written;
}

/** Any value as JSON data, encoded as listed in `docs/results.md`. Never throws. */
export function toJsonValue(value: unknown): JsonValue {
  return JSON.parse(fitJson(value, maxJsonLength)) as JsonValue;
}

/** A result as JSON data. A field that is too long is replaced by the beginning of its JSON text, with a note. */
export function resultToJson(result: ToolResult): Record<string, unknown> {
  const { error } = result;
  // Omits the cause of an error: it is only for logs.
  const fields = presentFields({ ...result, error: error && { ...error, cause: undefined } });
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fieldToJson(value)]));
}

function fieldToJson(value: unknown): unknown {
  const { text, length } = writeJson(value, maxFieldLength);
  if (length <= maxFieldLength) return JSON.parse(text) as JsonValue;
  return cutWithNote(text, maxFieldLength, `over ${maxFieldLength}`);
}

function toLimit(maxLength: number): number {
  return Number.isNaN(maxLength)
    ? defaultMaxDataLength
    : Math.floor(Math.min(maxJsonLength, Math.max(0, maxLength)));
}
