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
  const writer = new JsonWriter(keep, stopAt, ancestors);
  writer.write(value);
  return writer;
}

class JsonWriter implements JsonText {
  text = "";
  length = 0;
  readonly #keep: number;
  readonly #stopAt: number;
  readonly #ancestors: Set<unknown>;

  constructor(keep: number, stopAt: number, ancestors: Set<unknown>) {
    this.#keep = keep;
    this.#stopAt = stopAt;
    this.#ancestors = ancestors;
  }

  write(value: unknown): void {
    const plain = toPlainValue(value);
    if (typeof plain === "string") return this.#putString(plain);
    if (typeof plain !== "object" || plain === null)
      return this.#put(Object.is(plain, -0) ? "-0" : String(plain));
    if (this.#ancestors.has(value)) return this.#put('"[Circular]"');
    if (this.#ancestors.size >= maxDepth) return this.#put('"[Too deep]"');
    this.#ancestors.add(value);
    if (Array.isArray(plain)) this.#putArray(plain);
    else this.#putFields(Object.entries(plain));
    this.#ancestors.delete(value);
  }

  #putArray(items: readonly unknown[]): void {
    this.#put("[");
    for (let index = 0; index < lengthOf(items) && this.length <= this.#stopAt; index++) {
      if (index > 0) this.#put(",");
      this.write(itemAt(items, index));
    }
    this.#put("]");
  }

  #putFields(fields: readonly (readonly [string, unknown])[]): void {
    let separator = "{";
    for (const [key, value] of fields) {
      if (this.length > this.#stopAt) break;
      this.#put(separator);
      this.#putString(key);
      this.#put(":");
      this.write(value);
      separator = ",";
    }
    this.#put(fields.length === 0 ? "{}" : "}");
  }

  #putString(text: string): void {
    if (text.length <= chunkLength) return this.#put(inOneLine(JSON.stringify(text)));
    this.#put('"');
    for (let start = 0; start < text.length && this.length <= this.#stopAt;) {
      const end = start + chunkLength;
      const splitsPair = (text.codePointAt(end - 1) ?? 0) > 0xffff;
      const next = splitsPair ? end + 1 : end;
      this.#put(inOneLine(JSON.stringify(text.slice(start, next)).slice(1, -1)));
      start = next;
    }
    this.#put('"');
  }

  #put(piece: string): void {
    if (this.length <= this.#keep) this.text += piece;
    this.length += piece.length;
  }
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
