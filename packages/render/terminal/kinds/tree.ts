import type { TreeNode } from "../../model/tree-model.js";
import { indent, lineWidth, padLine, space, wrapLine } from "../layout.js";
import { lineOf, noteLines, type Line } from "../styled-text.js";
import { valueStyles } from "./table.js";

/** Structured data as a tree with branches. */
export function treeLines(root: TreeNode, width: number): Line[] {
  if (root.leaf) return wrapLine(valueOf(root), width);
  const lines: Line[] = [];
  addChildren(lines, root, "", width);
  return lines;
}

function addChildren(lines: Line[], node: TreeNode, before: string, width: number): void {
  const keys = keyWidth(node);
  for (const child of node.children) {
    const { key } = child;
    const mark = `${before}${key === undefined ? "- " : ""}`;
    const name = key === undefined ? [] : padLine([...lineOf(key, "key"), space(2)], keys + 2);
    const head: Line = mark === "" ? name : [{ text: mark, style: "muted" }, ...name];
    const room = Math.max(12, width - lineWidth(head));
    lines.push(...indent(wrapLine(valueOf(child), room), head));
    if (child.leaf === undefined)
      addChildren(lines, child, `${before}${key === undefined ? "  " : "│ "}`, width);
  }
  lines.push(...noteLines(node.notes.map((note) => before + note)));
}

function valueOf({ leaf, size, notes }: TreeNode): Line {
  if (leaf === undefined) return lineOf(size, "muted");
  return [
    ...lineOf(leaf.text, valueStyles[leaf.type]),
    ...notes.flatMap((note) => lineOf(` ${note}`, "muted")),
  ];
}

/** The width of the longest key, ignoring very long ones; aligns the values. */
function keyWidth({ children }: TreeNode): number {
  const widths = children.map(({ key }) => lineWidth(lineOf(key ?? ""))).filter((width) => width <= 20);
  return Math.max(0, ...widths);
}
