import { attempt, toPlainValue } from "./plain-value.js";

/** Maximum nesting depth; deeper objects are only named. */
const maxDepth = 200;

/** JSON, or the start of it. */
export interface JsonText {
  readonly text: string;
  /** Length of the whole if at most `stopAt`, otherwise more than `stopAt`. */
  readonly length: number;
}

/**
 * Writes any value as JSON: copies it as JSON data until that has more than `stopAt` characters, which limits time and
 * memory. `ancestors` are the objects around the value, to detect cycles.
 */
export function writeJson(value: unknown, stopAt: number, ancestors: Set<unknown> = new Set()): JsonText {
  /** Minimum length of the copied data as JSON: escapes count as one character. */
  let length = 0;
  const copyText = (text: string): string => {
    const start = text.slice(0, Math.max(0, stopAt + 1 - length));
    length += start.length + 2;
    return start;
  };
  const copy = (part: unknown): unknown => {
    if (length > stopAt) return null;
    const plain = toPlainValue(part);
    if (typeof plain === "string") return copyText(plain);
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
    const total = lengthOf(items);
    while (copied.length < total && length <= stopAt) {
      if (copied.length > 0) length++;
      copied.push(copy(itemAt(items, copied.length)));
    }
    return copied;
  };
  const copyFields = (fields: readonly (readonly [string, unknown])[]): object => {
    const copied = Object.create(null) as Record<string, unknown>;
    for (const [key, field] of fields) {
      if (length > stopAt) break;
      copied[copyText(key)] = copy(field);
    }
    return copied;
  };
  const text = inOneLine(JSON.stringify(copy(value)));
  return { text, length: Math.max(text.length, length) };
}

/** Escapes line separators that JSON allows unescaped. */
function inOneLine(json: string): string {
  return json.replaceAll(/[\x85\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** An array may be a proxy that throws. */
export function itemAt(items: readonly unknown[], index: number): unknown {
  return attempt(() => items[index]);
}

/** Zero if the length is unreadable. */
export function lengthOf(items: readonly unknown[]): number {
  const length = attempt(() => items.length);
  return typeof length === "number" ? length : 0;
}
