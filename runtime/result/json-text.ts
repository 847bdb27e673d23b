import { cutWithNote } from "./cut-text.js";
import { attempt, toPlainValue } from "./plain-value.js";

/** Maximum nesting depth; deeper objects become `[Too deep]`. */
const maxDepth = 200;

type JsonText = Readonly<{ text: string; length: number }>;

/**
 * Writes any value as JSON. Stops copying after `stopAt` characters, which limits time and memory. Limits strings to
 * `max + maxNote` characters, objects to `max` fields and lists to `max / 16` items; notes report what is missing.
 * `length` is that of `text`, or any number above `stopAt` if copying stopped.
 */
export function writeJson(value: unknown, stopAt: number, max: number = Infinity): JsonText {
  /** Minimum length of the copied data as JSON: escapes count as one character. */
  let length = 0;
  const ancestors = new Set<unknown>();
  const copyText = (text: string): string => {
    const start = text.slice(0, Math.max(0, stopAt + 1 - length));
    length += start.length + 2;
    return start;
  };
  const copy = (part: unknown): unknown => {
    if (length > stopAt) return null;
    const plain = toPlainValue(part);
    if (typeof plain === "string")
      return copyText(plain.length > max + maxNote ? cutWithNote(plain, max + maxNote) : plain);
    if (typeof plain !== "object" || plain === null) {
      length += String(plain).length;
      return plain;
    }
    length += 2;
    if (ancestors.has(part)) return "[Circular]";
    if (ancestors.size >= maxDepth) return "[Too deep]";
    ancestors.add(part);
    const copied = Array.isArray(plain) ? copyItems(plain) : copyFields(Object.entries(plain));
    ancestors.delete(part);
    return copied;
  };
  const copyItems = (items: readonly unknown[]): unknown[] => {
    const copied: unknown[] = [];
    // An array may be a proxy that throws or has no numeric length.
    const size = attempt(() => items.length);
    const total = typeof size === "number" ? size : 0;
    const kept = Math.min(total, Math.floor(max / 16));
    while (copied.length < kept && length <= stopAt) {
      if (copied.length > 0) length++;
      copied.push(copy(attempt(() => items[copied.length])));
    }
    if (kept < total) copied.push(copyText(noteOf(total - kept, total, "items")));
    return copied;
  };
  const copyFields = (fields: readonly (readonly [string, unknown])[]): object => {
    const copied = Object.create(null) as Record<string, unknown>;
    const total = fields.length;
    for (const [key, field] of fields.slice(0, max)) {
      if (length > stopAt) break;
      copied[copyText(key)] = copy(field);
    }
    if (max < total) copied["..."] = copyText(noteOf(total - max, total, "fields"));
    return copied;
  };
  // JSON allows some line separators unescaped.
  const text = JSON.stringify(copy(value)).replaceAll(/[\x85\u2028\u2029]/g, escapeCharacter);
  return { text, length: Math.max(text.length, length) };
}

/**
 * Writes any value as valid JSON of at most `limit` characters, or "" if that is impossible: cuts long strings, drops
 * items from the end of lists and fields from the end of objects.
 */
export function fitJson(value: unknown, limit: number): string {
  const tryMax = (max: number): string | undefined => {
    const { text, length } = writeJson(value, limit, max);
    return length <= limit ? text : undefined;
  };
  let best = tryMax(Infinity);
  if (best !== undefined) return best;
  best = tryMax(0);
  if (best === undefined) return limit < 2 ? "" : emptyOf(value);
  let max = 0;
  for (let step = 16 * limit; step >= 1; step = Math.floor(step / 2)) {
    const text = tryMax(max + step);
    if (text === undefined) continue;
    best = text;
    max += step;
  }
  return best;
}

function emptyOf(value: unknown): string {
  const plain = toPlainValue(value);
  if (typeof plain === "string") return '""';
  if (typeof plain !== "object" || plain === null) return "";
  return Array.isArray(plain) ? "[]" : "{}";
}

/** Maximum length of the note in a cut string. */
const maxNote = 50;

function noteOf(missing: number, total: number, what: string): string {
  return `... [truncated, ${missing} of ${total} ${what} dropped]`;
}

const escapeCharacter = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
