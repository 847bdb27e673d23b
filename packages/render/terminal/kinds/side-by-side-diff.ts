import { pairLines, type DiffBlock, type DiffLine } from "../../model/diff-model.js";
import { breakLine, indent, padLine } from "../layout.js";
import type { Line } from "../styled-text.js";
import type { TerminalView } from "../terminal-options.js";
import { contentOfLine, diffStyles } from "./diff-line.js";

/** A block of a difference in two columns: before on the left, after on the right. */
export function sideBySideLines(block: DiffBlock, digits: number, { width }: TerminalView): Line[] {
  const half = Math.floor((Math.min(width, 400) - 3) / 2);
  return pairLines(block.lines).flatMap(({ before, after }) => {
    const left = sideLines(before, before?.oldNumber, digits, half);
    const right = sideLines(after, after?.newNumber, digits, half);
    return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => [
      ...padLine(left[index] ?? [], half),
      { text: " │ ", style: "muted" as const },
      ...(right[index] ?? []),
    ]);
  });
}

function sideLines(
  line: DiffLine | undefined,
  number: number | undefined,
  digits: number,
  width: number,
): Line[] {
  if (line === undefined) return [];
  const { line: style, mark } = diffStyles[line.type];
  const gutter: Line = [
    { text: `${String(number ?? "").padStart(digits)} `, style: "muted" },
    { text: `${mark} `, style },
  ];
  return indent(breakLine(contentOfLine(line), Math.max(10, width - digits - 3)), gutter);
}
