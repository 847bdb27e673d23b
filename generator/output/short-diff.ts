import { structuredPatch } from "diff";

/** Maximum differences shown, and lines of each. */
const maxHunks = 6;
const maxLines = 10;

/**
 * The differences between a file and what would be generated, each with its line and one line of context; without the
 * header, which always differs.
 */
export function shortDiff(found: string, wanted: string): string[] {
  const hunks = hunksOf(withoutHeader(found), withoutHeader(wanted), 1);
  const left = hunks.length - maxHunks;
  return [
    ...hunks.slice(0, maxHunks).flatMap(({ start, lines }) => [
      // The header counts, too.
      `@@ line ${start + 1}`,
      ...lines.slice(0, maxLines),
      ...(lines.length > maxLines ? [`… ${lines.length - maxLines} more lines`] : []),
    ]),
    ...(left > 0 ? [`… and ${left} more ${left === 1 ? "place" : "places"}`] : []),
  ];
}

/** The lines that differ: `- old`, `+ new`. */
export function changedLines(before: string, after: string): string[] {
  return hunksOf(before, after, 0).flatMap(({ lines }) => lines);
}

function withoutHeader(contents: string): string {
  return contents.slice(contents.indexOf("\n") + 1);
}

/** More changes than this take too long to compare; the whole text counts as changed. */
const maxEditLength = 2000;

function hunksOf(
  before: string,
  after: string,
  context: number,
): { readonly start: number; readonly lines: string[] }[] {
  const options = { context, maxEditLength, stripTrailingCr: true };
  const hunks = structuredPatch("", "", before, after, "", "", options)?.hunks;
  if (hunks === undefined) {
    const linesOf = (text: string): string[] => text.trimEnd().split(/\r?\n/);
    const removed = linesOf(before).map((line) => `- ${line}`);
    return [{ start: 1, lines: [...removed, ...linesOf(after).map((line) => `+ ${line}`)] }];
  }
  return hunks.map(({ oldStart, lines }) => ({
    start: oldStart,
    // A line that starts with a backslash is about a missing line break.
    lines: lines.filter((line) => !line.startsWith("\\")).map((line) => `${line.charAt(0)} ${line.slice(1)}`),
  }));
}
