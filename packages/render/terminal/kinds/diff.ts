import type { DiffLine, DiffModel } from "../../model/diff-model.js";
import { indent, padLine, wrapLine } from "../layout.js";
import { expandTabs, lineOf, noteLines, type Line, type Style } from "../styled-text.js";

const styles: Readonly<Partial<Record<DiffLine["type"], Style>>> = { added: "added", removed: "removed" };

/** Minimum columns to show both sides. */
const sideBySideWidth = 140;

/** A diff: the file and counts, then the changed lines; side by side if the terminal is wide. */
export function diffLines(diff: DiffModel, width: number): Line[] {
  const { path, isNew, added, removed, lines, notes } = diff;
  const head: Line = [
    ...lineOf(path, "path"),
    { text: isNew ? "  new file  " : "  " },
    { text: `+${added}`, style: "added" },
    { text: " " },
    { text: `-${removed}`, style: "removed" },
  ];
  const numbers = lines.flatMap(({ oldNumber = 1, newNumber = 1 }) => [oldNumber, newNumber]);
  const digits = String(Math.max(1, ...numbers)).length;
  // Piped output (infinite width) has no line numbers.
  const column = (number?: number): string =>
    Number.isFinite(width) ? `${String(number ?? "").padStart(digits)} ` : "";
  const isUnified = isNew || width < sideBySideWidth || !Number.isFinite(width);
  const body = isUnified
    ? lines.flatMap((line) => diffLine(line, column(line.oldNumber) + column(line.newNumber), width))
    : pairLines(lines).flatMap((pair) => pairOfLines(pair, column, Math.floor((width - 3) / 2)));
  return [head, ...body, ...noteLines(notes)];
}

/** A row of the side-by-side view; a side without a line stays empty. */
interface DiffPair {
  readonly before: DiffLine | undefined;
  readonly after: DiffLine | undefined;
}

/** Pairs removed lines with the added lines that follow; other lines are the same on both sides. */
function pairLines(lines: readonly DiffLine[]): DiffPair[] {
  const pairs: DiffPair[] = [];
  for (let start = 0; start < lines.length;) {
    const removed = linesFrom(lines, start, "removed");
    const added = linesFrom(lines, start + removed.length, "added");
    const changed = Math.max(removed.length, added.length);
    if (changed === 0) pairs.push({ before: lines[start], after: lines[start] });
    for (let index = 0; index < changed; index += 1)
      pairs.push({ before: removed[index], after: added[index] });
    start += Math.max(1, removed.length + added.length);
  }
  return pairs;
}

/** The lines of one type from `start` up to the first of another. */
function linesFrom(lines: readonly DiffLine[], start: number, type: DiffLine["type"]): readonly DiffLine[] {
  let end = start;
  while (lines[end]?.type === type) end += 1;
  return lines.slice(start, end);
}

function pairOfLines({ before, after }: DiffPair, column: (number?: number) => string, half: number): Line[] {
  if (before?.type === "gap") return diffLine(before, "", half);
  const left = before === undefined ? [] : diffLine(before, column(before.oldNumber), half);
  const right = after === undefined ? [] : diffLine(after, column(after.newNumber), half);
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => [
    ...padLine(left[index] ?? [], half),
    { text: " │ ", style: "muted" },
    ...(right[index] ?? []),
  ]);
}

/** A line with numbers and sign. */
function diffLine({ type, sign, text }: DiffLine, numbers: string, width: number): Line[] {
  if (type === "gap") return noteLines([text]);
  const style = styles[type];
  const gutter: Line = [
    { text: numbers, style: "muted" },
    { text: `${sign} `, style },
  ];
  const room = Math.max(10, width - numbers.length - 2);
  return indent(wrapLine(expandTabs([{ text, style }]), room, "columns"), gutter);
}
