import { partsOf, valueAlong } from "../../validation/json-pointer.js";
import type { ToolSpec } from "../../tool/tool-spec.js";

/** What stands in the place of a value that nobody is to see. */
export const redacted = "••••";

/** A copy of parameters that can be shown: sensitive values are masked, injected ones left out. */
export function redact(params: unknown, spec: ToolSpec): unknown {
  const copy = clone(withoutInjected(params, spec));
  for (const pointer of spec.sensitive ?? []) {
    forEachPlace(copy, pointer, (holder, key) => define(holder, key, redacted));
  }
  return copy;
}

/** Edited parameters in which a mask that was left as it is stands for the value it hid. */
export function restoreRedacted(edited: unknown, original: unknown, spec: ToolSpec): unknown {
  const copy = clone(edited);
  for (const pointer of spec.sensitive ?? []) {
    forEachPlace(copy, pointer, (holder, key, path) => {
      if (Reflect.get(holder, key) === redacted) define(holder, key, valueAlong(original, path));
    });
  }
  return copy;
}

/** Parameters without what the application supplies. */
export function withoutInjected(params: unknown, spec: ToolSpec): unknown {
  if (!spec.inject?.length || !isObject(params)) return params;
  const copy = { ...params };
  for (const { parameter } of spec.inject) Reflect.deleteProperty(copy, parameter);
  return copy;
}

/** A deep copy of JSON-like data; whatever else is in it is taken over as it is. */
export function clone(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clone);
  if (!isObject(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const copy = { ...value };
  for (const key of Object.keys(copy)) define(copy, key, clone(Reflect.get(copy, key)));
  return copy;
}

/** Visits the places that a JSON pointer names; `*` stands for every item or value. */
export function forEachPlace(
  root: unknown,
  pointer: string,
  visit: (holder: object, key: string, path: readonly string[]) => void,
): void {
  const parts = partsOf(pointer);
  const walk = (holder: unknown, depth: number, path: readonly string[]): void => {
    const part = parts[depth];
    if (part === undefined || !isObject(holder)) return;
    const keys = part === "*" ? Object.keys(holder) : [part];
    for (const key of keys) {
      if (!Object.hasOwn(holder, key)) continue;
      if (depth === parts.length - 1) visit(holder, key, [...path, key]);
      else walk(Reflect.get(holder, key), depth + 1, [...path, key]);
    }
  };
  walk(root, 0, []);
}

/** Defines instead of assigning, so that a parameter named `__proto__` is a property like any other. */
function define(holder: object, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
