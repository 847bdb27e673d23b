import { oneLine } from "../../result/log-summary.js";
import { none } from "../../result/none.js";
import { toPlainValue } from "../../result/plain-value.js";
import type { ToolSpec } from "../../tool/tool-spec.js";
import { patternNames } from "../../validation/json-pointer.js";
import { isObject } from "../../validation/value-type.js";
import type { ToolCall } from "../call/tool-call.js";
import { clone, define, isPlain, withoutInjected } from "./copy-parameters.js";

/** Replaces a masked value. */
export const redacted = "••••";

/** A copy of parameters to show: sensitive values masked, injected values omitted. */
export function redact(params: unknown, spec: ToolSpec, input?: unknown): unknown {
  return mask(withoutInjected(params, spec), spec, input);
}

/** A copy of parameters with sensitive values masked, even if the schema's transform moved them. */
export function mask(params: unknown, spec: ToolSpec, input?: unknown): unknown {
  if (!spec.sensitive?.length) return clone(params);
  const masked = replaceSensitive(params, spec, () => redacted);
  const secrets = input === undefined ? none : secretsOf(input, spec);
  return secrets.length === 0 ? masked : withoutSecrets(masked, secrets);
}

/** A copy with these secrets masked in keys, strings and numbers; keeps shared references. */
function withoutSecrets(
  value: unknown,
  secrets: readonly string[],
  copies: Map<unknown, object> = new Map(),
): unknown {
  if (copies.has(value)) return copies.get(value);
  const plain = isObject(value) ? toPlainValue(value) : value;
  if (isObject(plain)) {
    const copy: object = Array.isArray(plain) ? [] : {};
    copies.set(value, copy);
    for (const [key, item] of Object.entries(plain)) {
      define(copy, hide(key, secrets), withoutSecrets(item, secrets, copies));
    }
    return copy;
  }
  if (typeof plain !== "string" && typeof plain !== "number") return plain;
  const shown = hide(String(plain), secrets);
  return shown === String(plain) ? plain : shown;
}

/** Shorter secrets are not masked inside texts: the same characters also occur by chance. */
const minSecretLength = 4;

/** A tool's text with the sensitive values of its call masked; only the mask if the text or a value cannot be read. */
export function maskedText({ plan, effectiveParameters, input }: ToolCall, getText: () => string): string {
  try {
    const text = getText();
    if (!plan?.spec.sensitive?.length) return text;
    return hide(hide(text, secretsOf(effectiveParameters, plan.spec)), secretsOf(input, plan.spec));
  } catch {
    return redacted;
  }
}

/** Warnings with the sensitive values of their call masked. */
export function maskedWarnings<Warning extends { readonly message: string }>(
  call: ToolCall,
  warnings: readonly Warning[],
): readonly Warning[] {
  return warnings.map((warning) => ({ ...warning, message: maskedText(call, () => warning.message) }));
}

/** The sensitive texts, longest first, because one may contain another. */
function secretsOf(params: unknown, spec: ToolSpec): readonly string[] {
  const secrets = new Set<string>();
  const seen = new Set<unknown>();
  const collect = (value: unknown): void => {
    if (typeof value === "string" || typeof value === "number") {
      for (const form of formsOf(String(value))) if (form.length >= minSecretLength) secrets.add(form);
    } else if (isObject(value) && !seen.has(value)) {
      seen.add(value);
      const plain = toPlainValue(value);
      for (const item of isObject(plain) ? Object.values(plain) : [plain]) collect(item);
    }
  };
  replaceSensitive(params, spec, collect);
  return [...secrets].toSorted((a, b) => b.length - a.length);
}

function hide(text: string, secrets: readonly string[]): string {
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, redacted), text);
}

/** A secret as it is, as one log line, and as escaped JSON. */
function formsOf(secret: string): string[] {
  return [secret, oneLine(secret).trim(), JSON.stringify(secret).slice(1, -1)];
}

/**
 * A copy of parameters with sensitive values replaced. Also copies objects along the path that `clone` keeps by
 * reference: they belong to the application and must not change.
 */
function replaceSensitive(
  params: unknown,
  { sensitive = none }: ToolSpec,
  replace: (value: unknown) => unknown,
): unknown {
  const along = (value: unknown, names: readonly (string | undefined)[]): unknown => {
    if (names.length === 0) return replace(value);
    if (!isObject(value)) return value;
    const [name, ...further] = names;
    const holder: object = value instanceof Map ? Object.fromEntries(value) : value;
    const copy: object = Array.isArray(holder) ? [...(holder as unknown[])] : { ...holder };
    for (const key of name === undefined ? Object.keys(copy) : [name]) {
      // A class field may be a getter on the prototype.
      const isThere = Object.hasOwn(copy, key) || (!isPlain(holder) && key in holder);
      if (isThere) define(copy, key, along(Reflect.get(holder, key), further));
    }
    return copy;
  };
  return sensitive.reduce((copy, pattern) => along(copy, patternNames(pattern)), clone(params));
}

/** Visits all places that match a pattern; `*` matches any item or value. */
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
      const fullPath = [...path, key];
      if (further.length === 0) visit(holder, key, fullPath);
      else walk(Reflect.get(holder, key), further, fullPath);
    }
  };
  for (const pattern of patterns ?? none) walk(root, patternNames(pattern), []);
}
