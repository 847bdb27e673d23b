import type { ToolSpec } from "../../tool/tool-spec.js";
import { isObject } from "../../validation/value-type.js";

/** Parameters without injected values. */
export function withoutInjected(params: unknown, spec: ToolSpec): unknown {
  if (!spec.inject?.length || !isObject(params)) return params;
  const copy = { ...params };
  for (const { parameter } of spec.inject) Reflect.deleteProperty(copy, parameter);
  return copy;
}

/** A deep copy of JSON-like data; other objects are kept by reference. */
export function clone(value: unknown): unknown {
  if (Array.isArray(value)) {
    const copy: unknown[] = value.slice();
    for (let index = 0; index < copy.length; index++) {
      if (isObject(copy[index])) copy[index] = clone(copy[index]);
    }
    return copy;
  }
  if (!isPlain(value)) return value;
  const copy = { ...value };
  for (const key in copy) {
    // Safe to assign, which is faster than `define`: the copy already has the property.
    if (isObject(copy[key]) && Object.hasOwn(copy, key)) copy[key] = clone(copy[key]);
  }
  return copy;
}

/** Whether a value is a plain object. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  if (!isObject(value) || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Defines instead of assigning, so that `__proto__` is an ordinary property. */
export function define(holder: object, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
}
