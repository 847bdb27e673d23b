import { cutText } from "./cut-text.js";
import { fitJson } from "./fit-json.js";
import { writeJson } from "./json-text.js";
import type { ToolOutcome } from "./tool-outcome.js";

/** Characters of data that a model is shown unless the contract says otherwise. */
export const defaultMaxDataLength = 50_000;

/** Characters that are counted for the note of how much there was. */
const maxCounted = 10_000_000;

/** The longest text that is ever made. */
const maxKept = 2 ** 28;

/** How data is to be written. */
export interface SerializeOptions {
  /** UTF-16 units of the text, notes included; 50,000 unless told. */
  readonly maxLength?: number;
  /** Leave out whole items and fields and say how many, so that the text stays JSON (from 2 characters on). */
  readonly keepStructure?: boolean;
}

/** Data as text, and what became of it on the way. */
export interface SerializedData {
  readonly text: string;
  readonly truncated: boolean;
  /** Characters without a limit; counted to 10,000,000 at most. */
  readonly totalLength: number;
  /** Items and fields that were left out to keep the structure. */
  readonly dropped: number;
}

/** Writes any value as JSON within a limit. Never throws; `undefined` and null are the empty text. */
export function serializeData(data: unknown, options: SerializeOptions = {}): SerializedData {
  if (data === undefined || data === null) return { text: "", truncated: false, totalLength: 0, dropped: 0 };
  const limit = toLimit(options.maxLength ?? defaultMaxDataLength);
  const { text, length } = writeJson(data, limit, Math.max(limit, maxCounted));
  if (length <= limit) return { text, truncated: false, totalLength: length, dropped: 0 };
  const totalLength = Math.max(limit + 1, Math.min(length, maxCounted));
  if (options.keepStructure === true) return { ...fitJson(data, limit), truncated: true, totalLength };
  const total = length > maxCounted ? `over ${maxCounted}` : length;
  return { text: cutWithNote(text, limit, total), truncated: true, totalLength, dropped: 0 };
}

/** A result's data as JSON, cut to `maxLength` characters with a note. */
export function getSerializedData(result: ToolOutcome, maxLength?: number): string {
  return serializeData(result.data, { maxLength: maxLength ?? result.maxDataLength ?? defaultMaxDataLength })
    .text;
}

/** The beginning of a text and a note of how long it was; where the note itself does not fit, three dots. */
export function cutWithNote(text: string, limit: number, total: number | string = text.length): string {
  const note = `... [truncated, total ${total} chars]`;
  const mark = note.length <= limit ? note : "...".slice(0, limit);
  return cutText(text, limit - mark.length) + mark;
}

function toLimit(maxLength: number): number {
  return Number.isNaN(maxLength)
    ? defaultMaxDataLength
    : Math.floor(Math.min(maxKept, Math.max(0, maxLength)));
}
