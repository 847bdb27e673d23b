import { oneLine } from "../../result/log-summary.js";
import { none } from "../../result/none.js";
import type { ToolSpec } from "../../tool/tool-spec.js";
import { namesAlong } from "../../validation/pointer-pattern.js";
import { isObject } from "../../validation/value-type.js";
import { clone, define, withoutInjected } from "./copy-parameters.js";

/** What stands in the place of a value that nobody is to see. */
export const redacted = "••••";

/** A copy of parameters that can be shown: sensitive values are masked, injected ones left out. */
export function redact(params: unknown, spec: ToolSpec): unknown {
  return mask(withoutInjected(params, spec), spec);
}

/** A copy of parameters in which sensitive values are masked. */
export function mask(params: unknown, spec: ToolSpec): unknown {
  return replaceSensitive(params, spec, () => redacted);
}

/** Shorter values are left in texts: they stand everywhere by chance. */
const leastSecretLength = 4;

/** A tool's own words with the sensitive values of its parameters masked. */
export function redactText(text: string, params: unknown, { sensitive }: ToolSpec): string {
  const secrets = new Set<string>();
  const collect = (value: unknown): void => {
    if (isObject(value)) for (const item of Object.values(value)) collect(item);
    if (typeof value !== "string" && typeof value !== "number") return;
    for (const form of formsOf(String(value))) if (form.length >= leastSecretLength) secrets.add(form);
  };
  forEachPlace(params, sensitive, (holder, key) => collect(Reflect.get(holder, key)));
  // The longest first, because one may be a part of another.
  const longestFirst = [...secrets].toSorted((a, b) => b.length - a.length);
  return longestFirst.reduce((shown, secret) => shown.replaceAll(secret, redacted), text);
}

/** A secret as it is, as the log writes it in one line, and as it looks inside of JSON. */
function formsOf(secret: string): string[] {
  return [secret, oneLine(secret).trim(), JSON.stringify(secret).slice(1, -1)];
}

/**
 * A copy of parameters with other values in the sensitive places. Whatever holds such a place is copied, also what `clone`
 * takes over as it is: that belongs to the application.
 */
function replaceSensitive(
  params: unknown,
  { sensitive = none }: ToolSpec,
  replace: (value: unknown, path: readonly string[]) => unknown,
): unknown {
  const along = (
    value: unknown,
    names: readonly (string | undefined)[],
    path: readonly string[],
  ): unknown => {
    if (names.length === 0) return replace(value, path);
    if (!isObject(value)) return value;
    const [name, ...further] = names;
    const copy: object = Array.isArray(value) ? [...(value as unknown[])] : { ...value };
    for (const key of name === undefined ? Object.keys(copy) : [name]) {
      if (Object.hasOwn(copy, key)) define(copy, key, along(Reflect.get(copy, key), further, [...path, key]));
    }
    return copy;
  };
  return sensitive.reduce((copy, pattern) => along(copy, namesAlong(pattern), []), clone(params));
}

/** Visits the places that patterns name; `*` stands for every item or value. */
export function forEachPlace(
  root: unknown,
  patterns: readonly string[] | undefined,
  visit: (holder: object, key: string, path: readonly string[]) => void,
): void {
  const walk = (holder: unknown, names: readonly (string | undefined)[], path: readonly string[]): void => {
    if (names.length === 0 || !isObject(holder)) return;
    const [name, ...further] = names;
    for (const key of name === undefined ? Object.keys(holder) : [name]) {
      if (!Object.hasOwn(holder, key)) continue;
      const way = [...path, key];
      if (further.length === 0) visit(holder, key, way);
      else walk(Reflect.get(holder, key), further, way);
    }
  };
  for (const pattern of patterns ?? none) walk(root, namesAlong(pattern), []);
}
