import { isRecord } from "@toolkiln/runtime/json";
import type { JsonValue } from "@toolkiln/runtime";

/** Deeper data is left to the slow path, which detects circular references. */
const maxPlainDepth = 32;

/** Fast path: whether data is plain JSON within the limit, so that it can be sent as it is. Most results are. */
export function isPlainData(data: unknown, maxLength: number): data is JsonValue {
  // Each value takes at least one character. Without this limit, shared objects could be visited exponentially often.
  let room = maxLength;
  const isPlain = (value: unknown, depth: number): boolean => {
    if (typeof value === "number") return Number.isFinite(value);
    if (typeof value === "string" || typeof value === "boolean" || value === null) return true;
    if (!isRecord(value) && !Array.isArray(value)) return false;
    if (depth > maxPlainDepth || !(room-- > 0) || "toJSON" in value) return false;
    if (Array.isArray(value)) return value.every((item) => isPlain(item, depth + 1));
    const prototype: unknown = Object.getPrototypeOf(value);
    if ((prototype !== Object.prototype && prototype !== null) || Symbol.toStringTag in value) return false;
    return Object.values(value).every((item) => item === undefined || isPlain(item, depth + 1));
  };
  try {
    return isPlain(data, 0) && JSON.stringify(data).length <= maxLength;
  } catch {
    // A getter or proxy threw.
    return false;
  }
}
