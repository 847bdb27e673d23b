import type { DiffData } from "@toolkiln/runtime";
import { structuredPatch } from "diff";

type Hunk = NonNullable<DiffData["hunks"]>[number];

/** Lines around a change that are shown with it. */
const context = 3;

/** Lines that a change may take away and add for the smallest diff to be looked for; its cost grows with their square. */
const maxEditLength = 500;

/** Lines beyond which hunks would cost more than they tell. */
const maxLines = 20_000;

/** The places at which two texts differ; a change of many lines is told as one place, in very long texts not at all. */
export function hunksOf(original: string, modified: string): Hunk[] | undefined {
  if (countLines(original) + countLines(modified) > maxLines) return undefined;
  const patch = structuredPatch("", "", original, modified, "", "", { context, maxEditLength });
  if (patch === undefined) return [replacement(linesOf(original), linesOf(modified))];
  return patch.hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => ({
    oldStart,
    oldLines,
    newStart,
    newLines,
    lines,
  }));
}

/** One hunk that replaces everything from the first to the last line that differs. */
function replacement(before: readonly string[], after: readonly string[]): Hunk {
  const shortest = Math.min(before.length, after.length);
  let same = 0;
  while (same < shortest && before[same] === after[same]) same++;
  let sameAtEnd = 0;
  while (sameAtEnd < shortest - same && before.at(-1 - sameAtEnd) === after.at(-1 - sameAtEnd)) sameAtEnd++;
  const start = Math.max(0, same - context);
  const tail = Math.max(0, sameAtEnd - context);
  const ends = { before: before.length - sameAtEnd, after: after.length - sameAtEnd };
  return {
    oldStart: start + 1,
    oldLines: before.length - tail - start,
    newStart: start + 1,
    newLines: after.length - tail - start,
    lines: [
      ...marked(" ", before.slice(start, same)),
      ...marked("-", before.slice(same, ends.before)),
      ...marked("+", after.slice(same, ends.after)),
      ...marked(" ", before.slice(ends.before, before.length - tail)),
    ],
  };
}

function countLines(text: string): number {
  let count = 1;
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) count++;
  return count;
}

/** The lines of a text with their ends, so that a last line without one differs from one that has it. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function marked(mark: string, lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) =>
    line.endsWith("\n") ? [mark + line.slice(0, -1)] : [mark + line, "\\ No newline at end of file"],
  );
}
