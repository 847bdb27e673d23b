import { pairLines, type DiffLine, type DiffModel, type DiffPair } from "../../model/diff-model.js";
import { breakLine, indent, padLine } from "../layout.js";
import { expandTabs, lineOf, noteLines, type Line, type Style } from "../styled-text.js";
import type { TerminalView } from "../terminal-options.js";

const diffStyles: Readonly<Record<DiffLine["type"], { line?: Style; word?: Style; mark: string }>> = {
  context: { mark: " " },
  gap: { line: "muted", mark: " " },
  added: { line: "added", word: "addedWord", mark: "+" },
  removed: { line: "removed", word: "removedWord", mark: "-" },
};

/** A diff: the file and counts, then the changed lines, unified or side by side. */
export function diffLines(diff: DiffModel, view: TerminalView): Line[] {
  const head: Line = [
    ...lineOf(diff.path, "path"),
    { text: diff.isNew ? "  new file  " : "  " },
    { text: `+${diff.added}`, style: "added" },
    { text: " " },
    { text: `-${diff.removed}`, style: "removed" },
  ];
  const notes = diff.lines.length === 0 ? ["no differences", ...diff.notes] : diff.notes;
  const highest = diff.lines.reduce(
    (high, { oldNumber = 0, newNumber = 0 }) => Math.max(high, oldNumber, newNumber),
    1,
  );
  const digits = String(highest).length;
  const column = (number: number | undefined): string =>
    view.lineNumbers ? `${(number?.toString() ?? "").padStart(digits)} ` : "";
  const unified = (line: DiffLine): Line[] =>
    diffLine(line, column(line.oldNumber) + column(line.newNumber), view.width);
  const body =
    view.diff === "unified" || diff.isNew
      ? diff.lines.flatMap(unified)
      : pairLines(diff.lines).flatMap((pair) => pairOfLines(pair, column, view.width));
  return [head, ...body, ...noteLines(notes)];
}

/** Without a terminal the width is infinite; the left column needs a limit. */
const maxSideBySide = 400;

function pairOfLines(
  { before, after }: DiffPair,
  column: (number: number | undefined) => string,
  width: number,
): Line[] {
  const half = Math.floor((Math.min(width, maxSideBySide) - 3) / 2);
  if (before?.type === "gap") return diffLine(before, "", half);
  const left = before === undefined ? [] : diffLine(before, column(before.oldNumber), half);
  const right = after === undefined ? [] : diffLine(after, column(after.newNumber), half);
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => [
    ...padLine(left[index] ?? [], half),
    { text: " │ ", style: "muted" },
    ...(right[index] ?? []),
  ]);
}

/** A line with numbers, sign and highlighted changes. */
function diffLine({ type, parts }: DiffLine, numbers: string, width: number): Line[] {
  const { line: style, word, mark } = diffStyles[type];
  const gutter: Line =
    type === "gap"
      ? []
      : [
          { text: numbers, style: "muted" },
          { text: `${mark} `, style },
        ];
  const text = expandTabs(parts.map((part) => ({ text: part.text, style: part.changed ? word : style })));
  return indent(breakLine(text, Math.max(10, width - numbers.length - 2)), gutter);
}
