import type { Fix } from "../diagnostics/diagnostic.js";
import type { ManifestPath, ManifestSource } from "../read/manifest-source.js";
import { shortened } from "./describe-value.js";

export function replaceValue(
  source: ManifestSource,
  path: ManifestPath,
  text: string,
  title: string,
): Fix | undefined {
  if (source.rawText(path) === undefined) return undefined;
  return { title, edits: [{ range: source.place(path).range, text }] };
}

/** Text that every YAML parser reads as a string without quotes. */
const word = /^(?!(?:null|true|false|yes|no|on|off|y|n)$)[a-z][\w-]*$/i;

/** Replaces a scalar; undefined for other values and when there is no new value. */
export function writeValue(source: ManifestSource, path: ManifestPath, value: unknown): Fix | undefined {
  if (value === undefined) return undefined;
  const text = typeof value === "string" && word.test(value) ? value : JSON.stringify(value);
  return replaceValue(source, path, text, `write \`${shortened(text)}\``);
}

export function renameKey(source: ManifestSource, path: ManifestPath, name: string): Fix {
  const { range } = source.place(path, "key");
  return { title: `rename it to \`${name}\``, edits: [{ range, text: name }] };
}

export function removeKey(source: ManifestSource, path: ManifestPath, title: string): Fix | undefined {
  const range = source.removal(path);
  return range && { title, edits: [{ range, text: "" }] };
}

/** Inserts a pair such as `maxLength: 100` before another. */
export function insertBefore(source: ManifestSource, path: ManifestPath, pair: string): Fix {
  const { start } = source.place(path, "key").range;
  const isFlow = source.text.charAt(source.offsetOf(source.place(path.slice(0, -1)).range.start)) === "{";
  const end = isFlow ? ", " : `\n${" ".repeat(start.column - 1)}`;
  return { title: `add \`${pair}\``, edits: [{ range: { start, end: start }, text: pair + end }] };
}

/** Converts a value of the wrong type to one of the intended types; undefined when no conversion is clear. */
export function convertTo(types: unknown, value: unknown): string | number | boolean | undefined {
  const isType = (type: string): boolean => [types].flat().includes(type);
  if (typeof value === "number" || typeof value === "boolean")
    return isType("string") ? String(value) : undefined;
  const text = typeof value === "string" ? value.trim() : "";
  if (isType("integer") && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (isType("number") && /^-?\d{1,15}(\.\d+)?([eE][+-]?\d{1,2})?$/.test(text)) return Number(text);
  if (isType("boolean") && /^(true|yes|on|false|no|off)$/i.test(text)) return /^(true|yes|on)$/i.test(text);
  return undefined;
}
