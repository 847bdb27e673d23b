import { toPlainValue } from "@toolkiln/runtime/json";
import {
  count,
  formatValue,
  more,
  shorten,
  typeOfField,
  type FieldTypes,
  type FormattedValue,
} from "./format-value.js";

/** A tree node: a leaf with text, or a list or object with children. */
export interface TreeNode {
  /** Field name; undefined at the root and in lists. */
  readonly key: string | undefined;
  /** A single value, an empty list or an empty object. */
  readonly leaf?: FormattedValue;
  readonly isList: boolean;
  /** Number of values, shown or not: `2 items`, `1 field`. */
  readonly size: string;
  readonly children: readonly TreeNode[];
  readonly notes: readonly string[];
}

/** Maximum values of a tree, over all its levels. */
const maxNodes = 1_000;
const maxDepth = 12;
/** Maximum values per list or object, so that one does not use up `maxNodes`. */
const maxChildren = 200;
const maxLeafLength = 4_000;
const maxKeyLength = 200;
const maxInlineLength = 500;

interface Walk {
  room: number;
  readonly fieldTypes: FieldTypes;
}

/** Reads data of any shape and size into a tree of bounded size. */
export function treeModel(data: unknown, fieldTypes?: FieldTypes, maxHeight: number = maxNodes): TreeNode {
  return nodeOf(data, undefined, { room: Math.min(maxNodes, maxHeight), fieldTypes }, []);
}

function nodeOf(
  value: unknown,
  fullKey: string | undefined,
  walk: Walk,
  ancestors: readonly unknown[],
): TreeNode {
  walk.room -= 1;
  const key = fullKey === undefined ? undefined : shorten(fullKey, maxKeyLength);
  const plain = typeof value === "object" ? toPlainValue(value) : value;
  if (typeof plain !== "object" || plain === null)
    return leafOf(key, formatValue(plain, typeOfField(walk.fieldTypes, fullKey)));
  if (ancestors.includes(value)) return leafOf(key, { text: "(circular)", type: "null" });
  const isList = Array.isArray(plain);
  const keys = isList ? [] : Object.keys(plain);
  const length = isList ? plain.length : keys.length;
  if (length === 0) return leafOf(key, { text: isList ? "[]" : "{}", type: "null" });
  const size = count(length, isList ? "item" : "field");
  if (ancestors.length >= maxDepth)
    return { key, isList, size, children: [], notes: [`… ${count(length, "value")} deeper`] };
  const inside = [...ancestors, value];
  const children: TreeNode[] = [];
  for (let index = 0; index < Math.min(length, maxChildren) && walk.room > 0; index += 1)
    children.push(nodeOf(Reflect.get(plain, keys[index] ?? index), keys[index], walk, inside));
  return { key, isList, size, children, notes: more(length - children.length, "value") };
}

function leafOf(key: string | undefined, { text, type }: FormattedValue): TreeNode {
  const shown = text.slice(0, maxLeafLength) || (type === "null" ? "null" : '""');
  const leaf = { text: shown, type: text === "" ? ("null" as const) : type };
  const notes = more(text.length - maxLeafLength, "character");
  return { key, leaf, isList: false, size: "", children: [], notes };
}

/** A tree as lines of JSON, with notes for omitted values. */
export function jsonLines(node: TreeNode, indent = "", comma = ""): string[] {
  const { key, leaf, isList, children, notes } = node;
  const head = key === undefined ? indent : `${indent}${JSON.stringify(key)}: `;
  if (leaf !== undefined) {
    const text = leaf.type === "string" ? JSON.stringify(leaf.text) : leaf.text;
    return [`${head}${[text, ...notes].join(" ")}${comma}`];
  }
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  const last = children.length - 1;
  const inside = children.flatMap((child, index) => jsonLines(child, `${indent}  `, index < last ? "," : ""));
  const more = notes.map((text) => `${indent}  ${text}`);
  return [`${head}${open}`, ...inside, ...more, `${indent}${close}${comma}`];
}

/** Data as one short line of JSON. */
export function inlineJson(value: unknown): string {
  const lines = jsonLines(treeModel(value, undefined, 50));
  return shorten(lines.map((line) => line.trimStart()).join(" "), maxInlineLength);
}
