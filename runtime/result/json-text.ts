import { attempt, toPlainValue } from "./plain-value.js";

/** Maximum nesting depth; deeper objects are only named. */
const maxDepth = 200;

/** Escapes a string in chunks of this length, so that a huge one is never copied whole. */
const chunkLength = 8_192;

/** JSON, possibly cut. */
export interface JsonText {
  /** All, or the start: at least as many characters as requested. */
  readonly text: string;
  /** Length of the whole, or how far it was counted. */
  readonly length: number;
}

/**
 * Writes any value as JSON. Keeps about `keep` characters and counts up to `stopAt`, which limits time and memory.
 * `ancestors` are the objects around the value, to detect cycles.
 */
export function writeJson(
  value: unknown,
  keep: number,
  stopAt: number = keep,
  ancestors: Set<unknown> = new Set(),
): JsonText {
  let text = "";
  let length = 0;
  const put = (piece: string): void => {
    if (length <= keep) text += piece;
    length += piece.length;
  };
  const putString = (content: string): void => {
    if (content.length <= chunkLength) return put(inOneLine(JSON.stringify(content)));
    put('"');
    let end = 0;
    for (let start = 0; start < content.length; start = end) {
      if (length > stopAt) break;
      end = start + chunkLength;
      const splitsPair = (content.codePointAt(end - 1) ?? 0) > 0xffff;
      if (splitsPair) end++;
      put(inOneLine(JSON.stringify(content.slice(start, end)).slice(1, -1)));
    }
    put('"');
  };
  const write = (part: unknown): void => {
    const plain = toPlainValue(part);
    if (typeof plain === "string") return putString(plain);
    if (typeof plain !== "object" || plain === null) return put(Object.is(plain, -0) ? "-0" : String(plain));
    if (ancestors.has(part)) return put('"[Circular]"');
    if (ancestors.size >= maxDepth) return put('"[Too deep]"');
    ancestors.add(part);
    if (Array.isArray(plain)) putItems(plain);
    else putFields(Object.entries(plain));
    ancestors.delete(part);
  };
  const putItems = (items: readonly unknown[]): void => {
    put("[");
    for (let index = 0; index < lengthOf(items); index++) {
      if (length > stopAt) break;
      if (index > 0) put(",");
      write(itemAt(items, index));
    }
    put("]");
  };
  const putFields = (fields: readonly (readonly [string, unknown])[]): void => {
    let separator = "{";
    for (const [key, field] of fields) {
      if (length > stopAt) break;
      put(separator);
      putString(key);
      put(":");
      write(field);
      separator = ",";
    }
    put(fields.length === 0 ? "{}" : "}");
  };
  write(value);
  return { text, length };
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
