import type { FormattedValue } from "../../model/format-value.js";
import type { TreeNode } from "../../model/tree-model.js";
import { element, styled, noteNodes, type HtmlElement, type HtmlNode } from "../html-node.js";
import { valueNode } from "./value.js";

const openLevels = 2;

/** Structured data as a collapsible tree, without JavaScript. */
export function treeNode(root: TreeNode): HtmlNode {
  return styled("div", "tk-tree", root.leaf ? leafNode(root.leaf, root.notes) : branchNode(root, 1));
}

function branchNode(node: TreeNode, level: number): HtmlElement {
  const items = node.children.map((child, index) =>
    element("li", {}, childNode(child, node.isList ? String(index) : undefined, level)),
  );
  const keys = keyWidth(node);
  const notes = noteNodes(node.notes).map((note) => element("li", {}, note));
  return element("ul", keys === 0 ? {} : { style: `--tk-keys:${keys}` }, ...items, ...notes);
}

function childNode(node: TreeNode, position: string | undefined, level: number): HtmlElement {
  const key =
    position === undefined ? styled("span", "tk-key", node.key ?? "") : styled("span", "tk-index", position);
  if (node.leaf) return styled("div", "tk-leaf", key, leafNode(node.leaf, node.notes));
  const size = styled("span", "tk-size", node.size);
  return element(
    "details",
    { open: level < openLevels },
    element("summary", {}, key, " ", size),
    branchNode(node, level + 1),
  );
}

function leafNode(leaf: FormattedValue, notes: readonly string[]): HtmlElement {
  const more = notes.map((note) => styled("span", "tk-size", ` ${note}`));
  return element("span", { class: "tk-value", dir: "auto" }, valueNode(leaf), ...more);
}

/** The length of the longest leaf key, ignoring keys above 20 characters; aligns the values of one level. */
function keyWidth({ children }: TreeNode): number {
  const keys = children.filter(({ leaf }) => leaf !== undefined).map(({ key = "" }) => key.length);
  return Math.max(0, ...keys.filter((length) => length <= 20));
}
