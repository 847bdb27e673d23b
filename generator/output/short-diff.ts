import { lineChanges, type LineChange } from "./line-changes.js";

/** Maximum changes shown, and lines per side. */
const maxChanges = 6;
const maxLines = 4;
/** Columns shown before a difference in a long line. */
const lead = 20;

/**
 * The differences between a file and what would be generated, each with its line and the line before it; without the
 * header, which always differs. Long lines are cut around the difference.
 */
export function shortDiff(found: string, wanted: string, columns = 100): string[] {
  const before = linesOf(found);
  const changes = lineChanges(before, linesOf(wanted));
  const left = changes.length - maxChanges;
  return [
    ...changes.slice(0, maxChanges).flatMap((change) => describe(change, before, columns)),
    ...(left > 0 ? [`… and ${left} more ${left === 1 ? "place" : "places"}`] : []),
  ];
}

/** Number of changed lines, both sides together. */
export function countChangedLines(found: string, wanted: string): number {
  const changes = lineChanges(linesOf(found), linesOf(wanted));
  return changes.reduce((sum, { removed, added }) => sum + Math.max(removed.length, added.length), 0);
}

/** The lines after the header. */
function linesOf(contents: string): string[] {
  return contents.split(/\r?\n/).slice(1);
}

function describe(
  { start, removed, added }: LineChange,
  before: readonly string[],
  columns: number,
): string[] {
  const above = start > 0 ? before[start - 1] : undefined;
  const [gone, appeared] = [removed.slice(0, maxLines), added.slice(0, maxLines)];
  const isPaired = removed.length === added.length;
  const cut = (line: string, other: string | undefined): string =>
    clip(line, isPaired && other !== undefined ? commonStart(line, other) : 0, columns - 2);
  return [
    // The header counts, too.
    `@@ line ${start + 2}`,
    ...(above === undefined ? [] : [`  ${clip(above, 0, columns - 2)}`.trimEnd()]),
    ...gone.map((line, index) => `- ${cut(line, added[index])}`),
    ...more("-", removed.length - gone.length),
    ...appeared.map((line, index) => `+ ${cut(line, removed[index])}`),
    ...more("+", added.length - appeared.length),
  ];
}

function more(mark: string, left: number): string[] {
  return left > 0 ? [`${mark} … ${left} more`] : [];
}

function commonStart(line: string, other: string): number {
  let length = 0;
  while (length < line.length && line[length] === other[length]) length++;
  return length;
}

/** The part of a line that fits, around a column. */
function clip(line: string, place: number, columns: number): string {
  if (line.length <= columns) return line;
  const from = place > columns - lead ? Math.min(place - lead, line.length - columns + 1) : 0;
  const start = from > 0 ? "…" : "";
  const rest = line.slice(from);
  const room = columns - start.length;
  return start + (rest.length > room ? `${rest.slice(0, room - 1)}…` : rest);
}
