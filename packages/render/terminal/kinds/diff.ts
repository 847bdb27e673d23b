import { pairLines, type DiffBlock, type DiffLine, type DiffModel } from "../../model/diff-model.js";
import { breakLine, indent, padLine } from "../layout.js";
import { expandTabs, lineOf, noteLines, type Line, type Style } from "../styled-text.js";
import type { TerminalView } from "../terminal-options.js";

/** The style of a whole line and of its changed words. */
const diffStyles: Readonly<Record<DiffLine["type"], { line?: Style; word?: Style; mark: string }>> = {
  context: { mark: " " },
  added: { line: "added", word: "addedWord", mark: "+" },
  removed: { line: "removed", word: "removedWord", mark: "-" },
};

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
    const numbers = view.lineNumbers ? column(line.oldNumber, digits) + column(line.newNumber, digits) : "";
    return numberedLines(line, numbers, view.width);
  });
}

function column(number: number | undefined, digits: number): string {
  return `${String(number ?? "").padStart(digits)} `;
}

/** A block of a difference in two columns: before on the left, after on the right. */
function sideBySideLines(block: DiffBlock, digits: number, { width }: TerminalView): Line[] {
  const half = Math.floor((Math.min(width, 400) - 3) / 2);
  return pairLines(block.lines).flatMap(({ before, after }) => {
    const left = before === undefined ? [] : numberedLines(before, column(before.oldNumber, digits), half);
    const right = after === undefined ? [] : numberedLines(after, column(after.newNumber, digits), half);
    return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => [
      ...padLine(left[index] ?? [], half),
      { text: " │ ", style: "muted" as const },
      ...(right[index] ?? []),
    ]);
  });
}

/** A line behind its numbers and its mark, with its changed words marked. */
function numberedLines({ type, parts }: DiffLine, numbers: string, width: number): Line[] {
  const { line: style, word, mark } = diffStyles[type];
  const gutter: Line = [
    { text: numbers, style: "muted" },
    { text: `${mark} `, style },
  ];
  const text = expandTabs(parts.map((part) => ({ text: part.text, style: part.changed ? word : style })));
  return indent(breakLine(text, Math.max(10, width - numbers.length - 2)), gutter);
}
