import { toPlainValue } from "../../result/plain-value.js";
import { isRecord } from "../../validation/value-type.js";

/** JSON with sorted keys: the same text for the same data, whatever the order in which it was built. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => {
    const plain = toPlainValue(item);
    if (!isRecord(plain)) return plain;
    const entries = Object.entries(plain).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(entries);
  });
}
