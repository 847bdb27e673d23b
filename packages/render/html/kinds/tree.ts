import { count } from "../../model/format-value.js";
import type { TreeNode } from "../../model/tree-model.js";
import { element, styled, noteNodes, type HtmlElement, type HtmlNode } from "../html-node.js";
import { valueNode } from "./value.js";

const openLevels = 2;

/** Structured data as a collapsible tree, without JavaScript. */
export function treeNode(root: TreeNode): HtmlNode {
  if (root.shape === "leaf" || root.size === 0) return styled("div", "tk-tree", leafNode(root));
  return styled("div", "tk-tree", branchNode(root, 1));
}

function branchNode(node: TreeNode, level: number): HtmlElement {
  const items = node.children.map((child, index) =>
    element("li", {}, childNode(child, node.shape === "list" ? String(index) : undefined, level)),
  );
  const keys = keyWidth(node);
  const note = node.note === undefined ? [] : [element("li", {}, ...noteNodes([node.note]))];
  return element("ul", keys === 0 ? {} : { style: `--tk-keys:${keys}` }, ...items, ...note);
}

function childNode(node: TreeNode, position: string | undefined, level: number): HtmlElement {
  const key =
    position === undefined ? styled("span", "tk-key", node.key ?? "") : styled("span", "tk-index", position);
  if (node.shape === "leaf" || (node.size === 0 && node.note === undefined))
    return styled("div", "tk-leaf", key, leafNode(node));
  const size = styled("span", "tk-size", count(node.size, node.shape === "list" ? "item" : "field"));
  return element(
    "details",
    { open: level < openLevels },
    element("summary", {}, key, " ", size),
    branchNode(node, level + 1),
  );
}

function leafNode({ leaf, note, shape }: TreeNode): HtmlElement {
  const value =
    shape === "leaf" ? leafValue(leaf, note) : styled("span", "tk-v-null", shape === "list" ? "[]" : "{}");
  return element(
    "span",
    { class: "tk-value", dir: "auto" },
    value,
    ...(note === undefined ? [] : [styled("span", "tk-size", ` ${note}`)]),
  );
}

function leafValue(leaf: TreeNode["leaf"], note: string | undefined): HtmlNode {
  if (leaf === undefined || leaf.type === "null")
    return note === undefined ? styled("span", "tk-v-null", "null") : "";
  return leaf.text === "" ? styled("span", "tk-v-null", '""') : valueNode(leaf);
}

/** The length of the longest short leaf key, to align the values of one level. */
function keyWidth({ children }: TreeNode): number {
  const leaves = children.filter(
    ({ shape, key }) => shape === "leaf" && key !== undefined && key.length <= 20,
  );
  return Math.max(0, ...leaves.map(({ key }) => key?.length ?? 0));
}
