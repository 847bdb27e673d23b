import { count, formatValue, type FormattedValue } from "./format-value.js";
import type { RenderLimits } from "./limits.js";
import { readField, readKeys, toPlain } from "./read-value.js";
import { typeOfField, type FieldTypes } from "./table-model.js";

/** A tree node: a leaf with text, or a list or object with children. */
export interface TreeNode {
  /** Field name; undefined at the root and in lists. */
  readonly key: string | undefined;
  readonly shape: "leaf" | "list" | "object";
  readonly leaf?: FormattedValue;
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
    return leafNode(plain, name, key, walk);
  if (ancestors.includes(value))
    return { key: name, shape: "leaf", size: 0, children: [], note: "(circular)" };
  const keys = Array.isArray(plain) ? undefined : readKeys(plain);
  const size = Array.isArray(plain) ? plain.length : (keys?.length ?? 0);
  const shape = keys === undefined ? "list" : "object";
  if (ancestors.length >= walk.limits.maxDepth && size > 0)
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

function leafNode(value: unknown, name: string | undefined, key: string | undefined, walk: Walk): TreeNode {
  const formatted = formatValue(value, key === undefined ? undefined : typeOfField(walk.fieldTypes, key));
  const rest = formatted.text.length - maxLeafLength;
  const leaf = rest > 0 ? { ...formatted, text: formatted.text.slice(0, maxLeafLength) } : formatted;
  const note = rest > 0 ? `… ${count(rest, "more character")}` : undefined;
  return { key: name, shape: "leaf", leaf, size: 0, children: [], note };
}

/** The same tree as JSON, with notes for omitted values. */
export function jsonLines(node: TreeNode, indent = "", comma = ""): string[] {
  const head = node.key === undefined ? indent : `${indent}${JSON.stringify(node.key)}: `;
  if (node.shape === "leaf") return [`${head}${jsonLeaf(node)}${comma}`];
  const [open, close] = node.shape === "list" ? ["[", "]"] : ["{", "}"];
  const last = node.children.length - 1;
  const inside = node.children.flatMap((child, index) =>
    jsonLines(child, `${indent}  `, index < last ? "," : ""),
  );
  const note = node.note === undefined ? [] : [`${indent}  ${node.note}`];
  if (inside.length + note.length === 0) return [`${head}${open}${close}${comma}`];
  return [`${head}${open}`, ...inside, ...note, `${indent}${close}${comma}`];
}

function jsonLeaf({ leaf, note }: TreeNode): string {
  const text = leaf === undefined || (leaf.type === "null" && leaf.text === "") ? "" : leaf.text;
  const written = leaf?.type === "string" ? JSON.stringify(text) : text;
  if (note === undefined) return written === "" ? "null" : written;
  return written === "" ? note : `${written} ${note}`;
}
