import type { JsonValue } from "@toolkiln/runtime";

/** Maximum nesting and characters for the fast path. The slow path also detects circular references. */
const maxDepth = 32;
const maxPlainLength = 50_000;

export interface JsonFields {
  [key: string]: JsonValue;
}

/**
 * Fast path: copies an object that is plain JSON and within the limit even if every character is escaped; otherwise
 * undefined. It saves most results a `JSON.stringify` and `JSON.parse`.
 */
export function copyPlainData(data: object, maxLength: number = maxPlainLength): JsonFields | undefined {
  const budget = { remaining: Math.min(maxLength, maxPlainLength) };
  try {
    return copyFields(data, budget, 0);
  } catch {
    // A getter or proxy threw.
    return undefined;
  }
}

/** Remaining characters of JSON. */
interface Budget {
  remaining: number;
}

function copy(value: unknown, budget: Budget, depth: number): JsonValue | undefined {
  // The longest number has 25 characters; any string character may become `\u0000`.
  budget.remaining -= typeof value === "string" ? 6 * value.length + 3 : 26;
  if (!(budget.remaining >= 0) || depth > maxDepth) return undefined;
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "object") return undefined;
  if (!Array.isArray(value)) return copyFields(value, budget, depth);
  const copies: JsonValue[] = [];
  // By index, to reject holes.
  for (let index = 0; index < value.length; index++) {
    const item = copy(value[index], budget, depth + 1);
    if (item === undefined) return undefined;
    copies.push(item);
  }
  return copies;
}

function copyFields(fields: object, budget: Budget, depth: number): JsonFields | undefined {
  if (!isPlain(fields)) return undefined;
  const copies: JsonFields = {};
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    budget.remaining -= 6 * key.length + 3;
    const field = key === "__proto__" ? undefined : copy(value, budget, depth + 1);
    if (field === undefined) return undefined;
    copies[key] = field;
  }
  return copies;
}

/** Whether an object is plain: no class instance, `toStringTag` or `toJSON`. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  return !("toJSON" in value) && !(Symbol.toStringTag in value);
}
