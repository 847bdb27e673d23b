import { cutWithNote } from "./cut-text.js";
import { writeJson } from "./json-text.js";
import type { ToolOutcome } from "./tool-outcome.js";

/** Default limit for data shown to a model, in characters. */
export const defaultMaxDataLength = 50_000;

/** Counting for the note stops here. */
const maxCounted = 10_000_000;

const maxKept = 2 ** 28;

export interface DataText {
  readonly text: string;
  readonly truncated: boolean;
  /** Length before cutting; counted up to 10,000,000. */
  readonly totalLength: number;
}

/** Writes any value as JSON, cut with a note if too long. Never throws; null and undefined become empty text. */
export function writeData(data: unknown, maxLength: number): DataText {
  if (data === undefined || data === null) return { text: "", truncated: false, totalLength: 0 };
  const limit = toLimit(maxLength);
  const { text, length } = writeJson(data, limit, Math.max(limit, maxCounted));
  if (length <= limit) return { text, truncated: false, totalLength: length };
  const totalLength = Math.max(limit + 1, Math.min(length, maxCounted));
  const total = length > maxCounted ? `over ${maxCounted}` : length;
  return { text: cutWithNote(text, limit, total), truncated: true, totalLength };
}

/** A result's data as JSON, cut to `maxLength` characters with a note. Prefer `result.getSerializedData()`. */
export function getSerializedData(result: ToolOutcome, maxLength?: number): string {
  return writeData(result.data, maxLength ?? result.maxDataLength ?? defaultMaxDataLength).text;
}

export function toLimit(maxLength: number): number {
  return Number.isNaN(maxLength)
    ? defaultMaxDataLength
    : Math.floor(Math.min(maxKept, Math.max(0, maxLength)));
}
