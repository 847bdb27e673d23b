import type { DiffBlock, DiffModel } from "../../model/diff-model.js";
import { breakLine, indent } from "../layout.js";
import { lineOf, type Line } from "../styled-text.js";
import type { TerminalView } from "../terminal-options.js";
import { contentOfLine, diffStyles } from "./diff-line.js";
import { noteLines } from "./notes.js";
import { sideBySideLines } from "./side-by-side-diff.js";

/** A difference: its file and counts, then the changed lines, one column or two. */
export function diffLines(diff: DiffModel, view: TerminalView): Line[] {
  const head: Line = [
    ...lineOf(diff.path, "path"),
    { text: diff.isNew ? "  new file  " : "  " },
    { text: `+${diff.added}`, style: "added" },
    { text: " " },
    { text: `-${diff.removed}`, style: "removed" },
  ];
  const same: Line[] = diff.blocks.length === 0 ? [[{ text: "no differences", style: "muted" }]] : [];
  const show = view.diff === "side-by-side" ? sideBySideLines : unifiedLines;
  const digits = digitsOf(diff.blocks);
  const blocks = diff.blocks.flatMap((block, index) => [
    ...(index > 0 ? [[{ text: "⋯", style: "muted" } as const]] : []),
    ...show(block, digits, view),
  ]);
  return [head, ...same, ...blocks, ...noteLines(diff.notes)];
}

function digitsOf(blocks: readonly DiffBlock[]): number {
  const last = blocks.at(-1);
  const highest = last === undefined ? 1 : Math.max(last.oldStart, last.newStart) + last.lines.length;
  return String(highest).length;
}

function unifiedLines(block: DiffBlock, digits: number, view: TerminalView): Line[] {
  return block.lines.flatMap((line) => {
    const { line: style, mark } = diffStyles[line.type];
    const numbers = view.lineNumbers
      ? `${column(line.oldNumber, digits)} ${column(line.newNumber, digits)} `
      : "";
    const gutter: Line = [
      { text: numbers, style: "muted" },
      { text: `${mark} `, style },
    ];
    return indent(breakLine(contentOfLine(line), Math.max(10, view.width - numbers.length - 2)), gutter);
  });
}

function column(number: number | undefined, digits: number): string {
  return (number === undefined ? "" : String(number)).padStart(digits);
}
