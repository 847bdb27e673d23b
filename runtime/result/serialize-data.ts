import type { JsonValue } from "../tool/json-schema.js";
import { fitJson } from "./fit-json.js";
import { maxJsonLength } from "./result-json.js";
import { defaultMaxDataLength, toLimit, writeData, type DataText } from "./serialized-data.js";

/** How data is to be written. */
export interface SerializeOptions {
  /** UTF-16 units of the text, notes included. @default 50,000 */
  readonly maxLength?: number;
  /** Leave out whole items and fields and say how many, so that the text stays JSON (from 2 characters on). */
  readonly keepStructure?: boolean;
}

/** Data as text, and what became of it on the way. */
export interface SerializedData extends DataText {
  /** Items and fields that were left out to keep the structure. */
  readonly dropped: number;
}

/** Writes any value as JSON within a limit. Never throws; `undefined` and null are the empty text. */
export function serializeData(data: unknown, options: SerializeOptions = {}): SerializedData {
  const { maxLength = defaultMaxDataLength, keepStructure = false } = options;
  const written = writeData(data, maxLength);
  const fitted = keepStructure && written.truncated ? fitJson(data, toLimit(maxLength)) : { dropped: 0 };
  return { ...written, ...fitted };
}

/** Any value as JSON data, in the encoding that `docs/results.md` lists. Never throws. */
export function toJsonValue(value: unknown): JsonValue {
  return JSON.parse(fitJson(value, maxJsonLength).text) as JsonValue;
}
