import { valueAlong } from "../../validation/json-pointer.js";
import { isObject } from "../../validation/value-type.js";
import { define, isPlain } from "../observe/copy-parameters.js";
import { redacted } from "../observe/redact.js";
import { canonicalJson } from "./json-data.js";

/**
 * The input of a call after an approver's edit: changed values come from the edit, unchanged and masked ones
 * from the sent input. So the schema transforms every value exactly once.
 */
export function mergeEdit(edited: unknown, shown: unknown, sent: unknown): unknown {
  if (edited === redacted || areEqual(edited, shown)) return sent;
  if (!isObject(edited)) return edited;
  if (Array.isArray(edited)) return mergeList(edited, asList(shown), asList(sent));
  if (!isPlain(edited)) throw new TypeError("Not JSON.");
  const [shownFields, sentFields] = isPlain(shown) && isPlain(sent) ? [shown, sent] : [{}, {}];
  const merged = {};
  // A property that was never shown is kept.
  for (const key of new Set([...Object.keys(edited), ...Object.keys(sentFields)])) {
    const own = (holder: object): unknown => valueAlong(holder, [key]);
    const value = mergeEdit(own(edited), own(shownFields), own(sentFields));
    if (value !== undefined) define(merged, key, value);
  }
  return merged;
}

/** Items may have moved: one that equals a shown item gets that item's sent value. */
function mergeList(
  edited: readonly unknown[],
  shown: readonly unknown[],
  sent: readonly unknown[],
): unknown[] {
  const isAligned = edited.length === shown.length && shown.length === sent.length;
  return edited.map((item, index) => {
    const same = shown.length === sent.length ? shown.findIndex((other) => areEqual(item, other)) : -1;
    if (same !== -1) return sent[areEqual(item, shown[index]) ? index : same];
    return isAligned ? mergeEdit(item, shown[index], sent[index]) : mergeEdit(item, undefined, undefined);
  });
}

function areEqual(a: unknown, b: unknown): boolean {
  return a === b || (a !== undefined && b !== undefined && canonicalJson(a) === canonicalJson(b));
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
