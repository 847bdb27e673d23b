import { isRecord } from "../../validation/value-type.js";

/** JSON with sorted keys: the same text for the same data, whatever the order in which it was built. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => {
    if (!isRecord(item)) return item;
    const entries = Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(entries);
  });
}
