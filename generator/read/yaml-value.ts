import { isAlias, isMap, isNode, isPair, isScalar, isSeq, type Scalar } from "yaml";
import type { JsonObject } from "../values/json-object.js";
import type { TextProblem } from "./scan-yaml.js";

/** A key that YAML does not read as a string, such as `1` or `null`. */
export interface ValueKey {
  /** The key as written; it is used as the name. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Start and end offsets of a node; undefined for nodes that are not in the text. */
export function offsetsOf(node: unknown): readonly [from: number, to: number] | undefined {
  const range = isNode(node) ? node.range : undefined;
  return range ? [range[0], range[1]] : undefined;
}

/** Converts composed YAML to a plain JSON value; reports what is not JSON, and keys that are not strings. */
export function yamlValue(root: unknown, problems: TextProblem[], valueKeys: ValueKey[]): unknown {
  const convert = (node: unknown): unknown => {
    if (isMap(node)) return convertMap(node.items);
    if (isSeq(node)) return node.items.map(convert);
    if (isScalar(node)) return scalarValue(node, problems);
    // Aliases are refused before composing; a missing value is null.
    return isAlias(node) ? undefined : null;
  };
  const convertMap = (items: readonly unknown[]): JsonObject => {
    const entries: [string, unknown][] = [];
    const keys = new Map<string, unknown>();
    for (const pair of items) {
      if (!isPair(pair)) continue;
      const key = keyText(pair.key);
      if (key === undefined || key === "<<") {
        const problem = key === undefined ? invalidKey : mergeKey;
        problems.push({ code: "TK1007", ...span(pair.key ?? pair.value), ...problem });
        continue;
      }
      if (keys.has(key)) {
        problems.push({
          code: "TK1008",
          ...span(pair.key),
          message: `Duplicate key \`${key}\`.`,
          help: "Keep one of the two.",
          first: span(keys.get(key)).from,
        });
        continue;
      }
      keys.set(key, pair.key);
      if (isScalar(pair.key) && typeof pair.key.value !== "string")
        valueKeys.push({ text: key, ...span(pair.key) });
      entries.push([key, convert(pair.value)]);
    }
    // Assigning to `__proto__` would set the prototype instead of a key.
    return Object.fromEntries(entries);
  };
  return convert(root);
}

/** The text of a scalar key; undefined for what cannot be a key of a JSON object. */
export function keyText(key: unknown): string | undefined {
  if (!isScalar(key)) return undefined;
  if (typeof key.value === "string") return key.value;
  return key.source === undefined || key.source === "" ? undefined : key.source;
}

const invalidKey = { message: "A key has to be text.", help: "Write the key as a plain word or in quotes." };
const mergeKey = {
  message: "Merge keys (`<<`) are not allowed in a manifest.",
  help: "Write the keys out, or share a schema with `$ref`.",
};

function scalarValue(node: Scalar, problems: TextProblem[]): unknown {
  const { value, source = String(value) } = node;
  if (typeof value !== "number" && typeof value !== "bigint") return value;
  const number = Number(value);
  const isUnderflow = number === 0 && /[1-9]/.test(source.replace(/e.*$/i, ""));
  const isLarge = Math.abs(number) > Number.MAX_SAFE_INTEGER && /^[-+]?\d+(\.\d*)?$/.test(source);
  if (Number.isFinite(number) && !isUnderflow && !isLarge) return number;
  const effect = Number.isFinite(number)
    ? `would be rounded to ${shortened(isLarge ? String(BigInt(number)) : String(number))}`
    : "is not a number that JSON can express";
  problems.push({
    code: "TK1012",
    ...span(node),
    message: `${shortened(source)} ${effect}.`,
    help: "Use a number that a double can represent (integers up to 9007199254740991), or put quotes around it if you meant text.",
  });
  return 0;
}

function shortened(source: string): string {
  return source.length > 40 ? `${source.slice(0, 20)}… (${source.length} characters)` : source;
}

function span(node: unknown): { from: number; to: number } {
  const [from, to] = offsetsOf(node) ?? [0, 0];
  return { from, to };
}
