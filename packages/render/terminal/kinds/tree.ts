import { count } from "../../model/format-value.js";
import type { TreeNode } from "../../model/tree-model.js";
import { indent, lineWidth, wrapLine } from "../layout.js";
import { lineOf, type Line, type Span } from "../styled-text.js";
import type { TerminalView } from "../terminal-options.js";
import { styleOfValue } from "./table.js";

/** Structured data as a tree with branches. */
export function treeLines(root: TreeNode, { width }: TerminalView): Line[] {
  if (root.shape === "leaf" || root.size === 0) return wrapLine(valueOf(root), width);
  const keys = keyWidth(root);
  return [...root.children.flatMap((child) => nodeLines(child, keys, "", width)), ...noteOf(root, "")];
}

function nodeLines(node: TreeNode, keys: number, before: string, width: number): Line[] {
  const own = `${before}${node.key === undefined ? "- " : ""}`;
  const head: Span[] = [
    ...(own === "" ? [] : [{ text: own, style: "muted" as const }]),
    ...(node.key === undefined
      ? []
      : [
          ...lineOf(node.key, "key"),
          { text: " ".repeat(Math.max(0, keys - lineWidth(lineOf(node.key)))) },
          { text: "  " },
        ]),
  ];
  const room = Math.max(12, width - lineWidth(head));
  const lines = indent(wrapLine(valueOf(node), room), head);
  const inside = `${before}${node.key === undefined ? "  " : "│ "}`;
  const nested = keyWidth(node);
  return [
    ...lines,
    ...node.children.flatMap((child) => nodeLines(child, nested, inside, width)),
    ...(node.shape === "leaf" ? [] : noteOf(node, inside)),
  ];
}

function valueOf({ shape, leaf, size, note }: TreeNode): Line {
  if (shape === "leaf") {
    const text = leaf === undefined || leaf.type === "null" ? (note === undefined ? "null" : "") : leaf.text;
    const shown = text === "" && note === undefined ? '""' : text;
    const style = leaf?.type === "string" ? undefined : styleOfValue(leaf?.type ?? "null");
    return [
      ...lineOf(shown, shown === '""' ? "muted" : style),
      ...(note === undefined ? [] : [{ text: ` ${note}`, style: "muted" as const }]),
    ];
  }
  if (size === 0) return [{ text: shape === "list" ? "[]" : "{}", style: "muted" }];
  return [{ text: shape === "list" ? count(size, "item") : count(size, "field"), style: "muted" }];
}

function noteOf({ note }: TreeNode, before: string): Line[] {
  return note === undefined ? [] : [[{ text: `${before}${note}`, style: "muted" }]];
}

/** Names of one level are set in a column as long as they are short. */
function keyWidth({ children }: TreeNode): number {
  const widths = children.map(({ key }) => lineWidth(lineOf(key ?? ""))).filter((width) => width <= 20);
  return Math.max(0, ...widths);
}
