/** Lines that were added and removed. */
export interface ChangedLines {
  readonly added: number;
  readonly removed: number;
}

/** Edits after which an exact count is no longer worth its time: it grows with their square. */
const maxEdits = 2_000;

/** Counts the lines of the shortest way from one text to the other; far apart, all lines between the equal ends. */
export function countChangedLines(original: string, modified: string): ChangedLines {
  const before = linesOf(original);
  const after = linesOf(modified);
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  ) {
    end++;
  }
  return count(before.slice(start, before.length - end), after.slice(start, after.length - end));
}

/** Lines of a text; a last line break ends the last line instead of beginning another. */
export function linesOf(text: string): string[] {
  if (text === "") return [];
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Myers' greedy algorithm without the way back: the number of edits is all that is asked for. */
function count(before: readonly string[], after: readonly string[]): ChangedLines {
  const difference = after.length - before.length;
  const most = Math.min(maxEdits, before.length + after.length);
  const furthest = new Int32Array(2 * most + 3);
  const middle = most + 1;
  for (let edits = 0; edits <= most; edits++) {
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const down = furthest[middle + diagonal + 1] ?? 0;
      const right = (furthest[middle + diagonal - 1] ?? 0) + 1;
      const goesDown = diagonal === -edits || (diagonal !== edits && right <= down);
      let x = goesDown ? down : right;
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x++;
      furthest[middle + diagonal] = x;
      if (x >= before.length && x - diagonal >= after.length) {
        return { added: (edits + difference) / 2, removed: (edits - difference) / 2 };
      }
    }
  }
  // Texts that are so far apart are as good as replaced.
  return { added: after.length, removed: before.length };
}
