import { hideFolders } from "./model-text.js";

/** A value with its top level converted to JSON; nested values are unconverted. */
export type PlainValue = string | number | boolean | object | null;

const unreadable = "[Unreadable]";

/** Longer binary data becomes `[… bytes]`. */
const maxBytes = 2 ** 24;

/**
 * Converts a value where `JSON.stringify` would throw (BigInt), omit it (functions, `undefined`) or change it (`NaN`
 * to null, a `Map` to `{}`). Never throws, whatever getters and proxies do.
 */
export function toPlainValue(value: unknown): PlainValue {
  if (value === undefined || value === null) return null;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "bigint" || typeof value === "symbol") return String(value);
  if (typeof value === "function") return attempt(() => `[Function: ${value.name || "anonymous"}]`);
  return attempt(() => plainObject(value));
}

export function attempt<Value>(read: () => Value): Value | string {
  try {
    return read();
  } catch {
    return unreadable;
  }
}

function plainObject(value: object): PlainValue {
  if (Array.isArray(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    const plain = plainBuiltIn(value);
    if (plain !== undefined) return plain;
  }
  const toJson: unknown = Reflect.get(value, "toJSON");
  if (typeof toJson === "function") {
    const replaced: unknown = Reflect.apply(toJson, value, []);
    if (typeof replaced !== "object" || replaced === null) return toPlainValue(replaced);
    return Array.isArray(replaced) ? replaced : (plainBuiltIn(replaced) ?? fieldsOf(replaced));
  }
  return fieldsOf(value);
}

/** The content of built-in objects; `undefined` for other objects. */
function plainBuiltIn(value: object): PlainValue | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
  if (value instanceof Map || value instanceof Set) return [...value];
  if (value instanceof RegExp) return String(value);
  if (value instanceof Error) return plainError(value);
  if (value instanceof ArrayBuffer) return plainView(new Uint8Array(value));
  if (ArrayBuffer.isView(value)) return plainView(value);
  const isBoxed = /^\[object (?:String|Number|Boolean|BigInt)\]$/.test(Object.prototype.toString.call(value));
  return isBoxed ? toPlainValue(value.valueOf()) : undefined;
}

/** Without stack, cause and folders: they are for logs. */
function plainError(error: Error): PlainValue {
  const code: unknown = Reflect.get(error, "code");
  const { name } = error;
  const message = hideFolders(error.message);
  return typeof code === "string" ? { name, message, code } : { name, message };
}

/** Bytes as a data URL; other typed arrays as lists. */
function plainView(view: ArrayBufferView): PlainValue {
  const { buffer, byteOffset, byteLength } = view;
  if (byteLength > maxBytes) return `[${byteLength} bytes]`;
  if (!(view instanceof Uint8Array || view instanceof Uint8ClampedArray || view instanceof DataView))
    return Array.from(view as ArrayBufferView & ArrayLike<number | bigint>);
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  let binary = "";
  for (let start = 0; start < bytes.length; start += 4096) {
    binary += String.fromCharCode(...bytes.subarray(start, start + 4096));
  }
  return `data:application/octet-stream;base64,${btoa(binary)}`;
}

function fieldsOf(value: object): PlainValue {
  const keys = Object.keys(value);
  const tag = keys.length === 0 ? Object.prototype.toString.call(value) : "[object Object]";
  // A promise, a weak map, a generator: only the type is known.
  if (tag !== "[object Object]") return `[${tag.slice(8, -1)}]`;
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const key of keys) {
    const field: unknown = attempt((): unknown => Reflect.get(value, key));
    if (field !== undefined) fields[key] = field;
  }
  return fields;
}
