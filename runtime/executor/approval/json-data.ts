import { toPlainValue } from "../../result/plain-value.js";
import { pointerTo } from "../../validation/json-pointer.js";
import { isRecord, isObject } from "../../validation/value-type.js";
import { isPlain } from "../observe/copy-parameters.js";

/** Throws for the first value that JSON would drop or change; the error contains its path. */
export function assertJson(value: unknown, path = "", ancestors: readonly unknown[] = []): void {
  const what = describeNonJson(value, ancestors);
  if (what !== undefined) {
    throw new TypeError(
      `${path.slice(1)} is ${what}. A call that waits for approval or runs in another process needs plain JSON data.`,
    );
  }
  if (!isObject(value)) return;
  for (const [key, item] of Object.entries(value)) {
    // Optional properties may be undefined; array items may not.
    if (item !== undefined || Array.isArray(value))
      assertJson(item, pointerTo(path, key), [...ancestors, value]);
  }
}

function describeNonJson(value: unknown, ancestors: readonly unknown[]): string | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? undefined : String(value);
  if (value === null || typeof value === "string" || typeof value === "boolean") return undefined;
  if (!isObject(value)) return typeof value === "undefined" ? "undefined" : `a ${typeof value}`;
  if (ancestors.includes(value)) return "an object that contains itself";
  if (Array.isArray(value) || isPlain(value)) return undefined;
  return `an instance of ${value.constructor.name}`;
}

/** JSON with sorted keys: equal data has equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => {
    const plain = toPlainValue(item);
    if (!isRecord(plain)) return plain;
    const entries = Object.entries(plain).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(entries);
  });
}
