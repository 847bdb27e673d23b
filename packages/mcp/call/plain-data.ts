import type { JsonValue } from "@toolkiln/runtime";

export interface JsonFields {
  [key: string]: JsonValue;
}

/** Longer data is left to the slow path, which can truncate it. */
const maxPlainLength = 50_000;

/**
 * Fast path: copies an object that is plain JSON and within the limit; otherwise undefined. Most results are plain
 * and need no conversion.
 */
export function copyPlainData(data: object, maxLength: number = maxPlainLength): JsonFields | undefined {
  try {
    const text = JSON.stringify(data, requirePlain);
    return text.startsWith("{") && text.length <= maxLength ? JSON.parse(text) : undefined;
  } catch {
    // A value is not plain, refers to itself, or throws when it is read.
    return undefined;
  }
}

/** A replacer for `JSON.stringify` that throws at values which JSON would change. */
function requirePlain(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  // `value` is already what `toJSON` returned.
  if (!isPlain(this[key])) throw new TypeError("Not plain data");
  return value;
}

function isPlain(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object")
    return typeof value === "string" || typeof value === "boolean" || value === undefined;
  if (value === null || Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  const isObject = prototype === Object.prototype || prototype === null;
  return isObject && !("toJSON" in value) && !(Symbol.toStringTag in value);
}
