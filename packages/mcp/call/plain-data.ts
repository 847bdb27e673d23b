import type { JsonValue } from "@toolkiln/runtime";

/** Levels of nesting past which data goes the long way, which also notices what holds itself. */
const maxDepth = 32;

/** Characters past which data goes the long way, so that data which holds itself is not followed far. */
const maxPlainLength = 50_000;

/** The fields of a JSON object. */
export interface JsonFields {
  [key: string]: JsonValue;
}

/**
 * A copy of an object that is nothing but plain JSON and, however its texts are escaped, keeps to a limit; undefined for
 * all other data. What most tools return need not be written as text and read again to be sent as it is.
 */
export function copyPlainData(data: object, maxLength: number = maxPlainLength): JsonFields | undefined {
  try {
    return new PlainCopy(Math.min(maxLength, maxPlainLength)).copyFields(data, 0);
  } catch {
    // A getter or a proxy of the tool's threw.
    return undefined;
  }
}

/** Characters of JSON at most; a word is `false`, the longest there is. */
const lengths = { number: 25, word: 5, brackets: 2, comma: 1, colon: 1 };

/** Copies values as long as there is room for their JSON. */
class PlainCopy {
  /** Characters that are left. */
  #left: number;

  constructor(maxLength: number) {
    this.#left = maxLength;
  }

  #copy(value: unknown, depth: number): JsonValue | undefined {
    if (typeof value === "string") return this.#takes(textLength(value)) ? value : undefined;
    if (typeof value === "number")
      return Number.isFinite(value) && this.#takes(lengths.number) ? value : undefined;
    if (typeof value === "boolean" || value === null) return this.#takes(lengths.word) ? value : undefined;
    if (typeof value !== "object" || depth > maxDepth) return undefined;
    return Array.isArray(value) ? this.#copyArray(value, depth) : this.copyFields(value, depth);
  }

  #copyArray(items: readonly unknown[], depth: number): JsonValue | undefined {
    if (!this.#takes(lengths.brackets)) return undefined;
    const copies: JsonValue[] = [];
    for (let index = 0; index < items.length; index++) {
      const copy = this.#copy(items[index], depth + 1);
      if (copy === undefined || !this.#takes(lengths.comma)) return undefined;
      copies.push(copy);
    }
    return copies;
  }

  copyFields(fields: object, depth: number): JsonFields | undefined {
    if (!isPlain(fields) || !this.#takes(lengths.brackets)) return undefined;
    const copies: JsonFields = {};
    for (const [key, value] of Object.entries(fields)) {
      if (value === undefined) continue;
      if (key === "__proto__" || !this.#takes(textLength(key) + lengths.colon + lengths.comma))
        return undefined;
      const copy = this.#copy(value, depth + 1);
      if (copy === undefined) return undefined;
      copies[key] = copy;
    }
    return copies;
  }

  /** Takes room from what is left; false when there was not so much. */
  #takes(length: number): boolean {
    this.#left -= length;
    return this.#left >= 0;
  }
}

/** The characters of a text at most: every one of them may have to be written as `\u0000`. */
function textLength(text: string): number {
  return 6 * text.length + 2;
}

/** Whether an object is its fields and nothing else: no class, no name, no words of its own about its JSON. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  return !("toJSON" in value) && !(Symbol.toStringTag in value);
}
