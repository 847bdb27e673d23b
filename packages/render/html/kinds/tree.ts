import { count, type FormattedValue } from "../../model/format-value.js";
import type { TreeNode } from "../../model/tree-model.js";
import { element, styled, noteNodes, type HtmlElement, type HtmlNode } from "../html-node.js";
import { valueNode } from "./value.js";

const openLevels = 2;

/** Structured data as a collapsible tree, without JavaScript. */
export function treeNode(root: TreeNode): HtmlNode {
  const { leaf, note } = root;
  return styled("div", "tk-tree", leaf ? leafNode(leaf, note) : branchNode(root, 1));
}

function branchNode(node: TreeNode, level: number): HtmlElement {
  const items = node.children.map((child, index) =>
    element("li", {}, childNode(child, node.isList ? String(index) : undefined, level)),
  );
  const keys = keyWidth(node);
  const note = node.note === undefined ? [] : [element("li", {}, ...noteNodes([node.note]))];
  return element("ul", keys === 0 ? {} : { style: `--tk-keys:${keys}` }, ...items, ...note);
}

function childNode(node: TreeNode, position: string | undefined, level: number): HtmlElement {
  const key =
    position === undefined ? styled("span", "tk-key", node.key ?? "") : styled("span", "tk-index", position);
  if (node.leaf) return styled("div", "tk-leaf", key, leafNode(node.leaf, node.note));
  const size = styled("span", "tk-size", count(node.size, node.isList ? "item" : "field"));
  return element(
    "details",
    { open: level < openLevels },
    element("summary", {}, key, " ", size),
    branchNode(node, level + 1),
  );
}

function leafNode(leaf: FormattedValue, note: string | undefined): HtmlElement {
  const notes = note === undefined ? [] : [styled("span", "tk-size", ` ${note}`)];
  return element("span", { class: "tk-value", dir: "auto" }, valueNode(leaf), ...notes);
}

/** The length of the longest short leaf key, to align the values of one level. */
function keyWidth({ children }: TreeNode): number {
  const keys = children.filter(({ leaf }) => leaf !== undefined).map(({ key = "" }) => key.length);
  return Math.max(0, ...keys.filter((length) => length <= 20));
}
