import type { JsonValue } from "../tool/json-schema.js";
import { fitJson } from "./fit-json.js";
import { maxJsonLength } from "./result-json.js";
import { defaultMaxDataLength, toLimit, writeData, type DataText } from "./serialized-data.js";

/** Serialisation options. */
export interface SerializeOptions {
  /** Maximum UTF-16 units, with notes. @default 50,000 */
  readonly maxLength?: number;
  /** Drop whole items and fields, with a count, so that the text stays valid JSON (from 2 characters on). */
  readonly keepStructure?: boolean;
}

/** Data as text, and how it was cut. */
export interface SerializedData extends DataText {
  /** Number of dropped items and fields. */
  readonly dropped: number;
}

/** Writes any value as JSON within a limit. Never throws; `undefined` and null become empty text. */
export function serializeData(data: unknown, options: SerializeOptions = {}): SerializedData {
  const { maxLength = defaultMaxDataLength, keepStructure = false } = options;
  const written = writeData(data, maxLength);
  const fitted = keepStructure && written.truncated ? fitJson(data, toLimit(maxLength)) : { dropped: 0 };
  return { ...written, ...fitted };
}

/** Any value as JSON data, encoded as listed in `docs/results.md`. Never throws. */
export function toJsonValue(value: unknown): JsonValue {
  return JSON.parse(fitJson(value, maxJsonLength).text) as JsonValue;
}
