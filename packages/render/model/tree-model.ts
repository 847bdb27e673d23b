import { count, formatValue, type FormattedValue } from "./format-value.js";
import type { RenderLimits } from "./limits.js";
import { readField, readKeys, toPlain } from "./read-value.js";
import { typeOfField, type FieldTypes } from "./table-model.js";

/** A tree node: a leaf with text, or a list or object with children. */
export interface TreeNode {
  /** Field name; undefined at the root and in lists. */
  readonly key: string | undefined;
  /** A single value, an empty list or an empty object. */
  readonly leaf?: FormattedValue;
  readonly shape: "leaf" | "list" | "object";
  /** Number of values, shown or not. */
  readonly size: number;
  readonly children: readonly TreeNode[];
  readonly note: string | undefined;
}

/** Maximum values per list or object, so that one does not use up the limit. */
const maxChildren = 200;
const maxLeafLength = 4_000;
const maxKeyLength = 200;

interface Walk {
  room: number;
  readonly limits: RenderLimits;
  readonly fieldTypes: FieldTypes;
}

/** Reads data of any shape and size into a tree of bounded size. */
export function treeModel(data: unknown, fieldTypes: FieldTypes, limits: RenderLimits): TreeNode {
  return nodeOf(data, undefined, { room: limits.maxNodes, limits, fieldTypes }, []);
}

function nodeOf(value: unknown, key: string | undefined, walk: Walk, ancestors: readonly object[]): TreeNode {
  walk.room -= 1;
  const name = key !== undefined && key.length > maxKeyLength ? `${key.slice(0, maxKeyLength)}…` : key;
  const plain = typeof value === "object" && value !== null ? toPlain(value) : value;
  if (typeof value !== "object" || value === null || typeof plain !== "object" || plain === null)
    return leafOf(
      name,
      formatValue(plain, key === undefined ? undefined : typeOfField(walk.fieldTypes, key)),
    );
  if (ancestors.includes(value)) return leafOf(name, { text: "(circular)", type: "null" });
  const keys = Array.isArray(plain) ? undefined : readKeys(plain);
  const size = Array.isArray(plain) ? plain.length : (keys?.length ?? 0);
  const shape = keys === undefined ? "list" : "object";
  if (size === 0) return leafOf(name, { text: keys === undefined ? "[]" : "{}", type: "null" });
  if (ancestors.length >= walk.limits.maxDepth)
    return { key: name, shape, size, children: [], note: `… ${count(size, "value")} deeper` };
  const inside = [...ancestors, value];
  const children: TreeNode[] = [];
  for (let index = 0; index < Math.min(size, maxChildren) && walk.room > 0; index += 1) {
    const childKey = keys?.[index];
    children.push(nodeOf(readField(plain, childKey ?? index), childKey, walk, inside));
  }
  const rest = size - children.length;
  const note = rest > 0 ? `… ${rest === size ? "" : "more: "}${count(rest, "value")}` : undefined;
  return { key: name, shape, size, children, note };
}

function leafOf(key: string | undefined, { text, type }: FormattedValue): TreeNode {
  const rest = text.length - maxLeafLength;
  const note = rest > 0 ? `… ${count(rest, "more character")}` : undefined;
  const shown = text.slice(0, maxLeafLength) || (type === "null" ? "null" : '""');
  const leaf = { text: shown, type: text === "" ? ("null" as const) : type };
  return { key, leaf, shape: "leaf", size: 0, children: [], note };
}

/** The same tree as JSON, with notes for omitted values. */
export function jsonLines(node: TreeNode, indent = "", comma = ""): string[] {
  const { key, leaf, shape, children, note } = node;
  const head = key === undefined ? indent : `${indent}${JSON.stringify(key)}: `;
  const notes = note === undefined ? [] : [note];
  if (leaf !== undefined) {
    const text = leaf.type === "string" ? JSON.stringify(leaf.text) : leaf.text;
    return [`${head}${[text, ...notes].join(" ")}${comma}`];
  }
  const [open, close] = shape === "list" ? ["[", "]"] : ["{", "}"];
  const last = children.length - 1;
  const inside = children.flatMap((child, index) => jsonLines(child, `${indent}  `, index < last ? "," : ""));
  const more = notes.map((text) => `${indent}  ${text}`);
  return [`${head}${open}`, ...inside, ...more, `${indent}${close}${comma}`];
}
