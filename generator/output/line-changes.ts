/** A stretch in which two texts differ. */
export interface LineChange {
  /** Lines of the first text before the stretch, counted from its beginning. */
  readonly start: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Pairs of lines that are compared; beyond that, the difference is reported as one change. */
const mostPairs = 1_000_000;

/** The stretches in which two texts differ, as few lines as possible. */
export function lineChanges(before: readonly string[], after: readonly string[]): LineChange[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let same = 0;
  const shorter = Math.min(before.length, after.length) - start;
  while (same < shorter && before.at(-1 - same) === after.at(-1 - same)) same++;
  const removed = before.slice(start, before.length - same);
  const added = after.slice(start, after.length - same);
  if (removed.length === 0 && added.length === 0) return [];
  if (removed.length * added.length > mostPairs) return [{ start, removed, added }];
  return changesBetween(removed, added).map((change) => ({ ...change, start: change.start + start }));
}

function changesBetween(before: readonly string[], after: readonly string[]): LineChange[] {
  const common = commonLengths(before, after);
  const width = after.length + 1;
  const changes: LineChange[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [start, from] = [row, column];
    while (row < before.length || column < after.length) {
      const isSame = row < before.length && column < after.length && before[row] === after[column];
      if (isSame) break;
      const below = row < before.length ? (common[(row + 1) * width + column] ?? 0) : -1;
      const beside = column < after.length ? (common[row * width + column + 1] ?? 0) : -1;
      if (below >= beside) row++;
      else column++;
    }
    if (row > start || column > from)
      changes.push({ start, removed: before.slice(start, row), added: after.slice(from, column) });
    while (row < before.length && column < after.length && before[row] === after[column]) {
      row++;
      column++;
    }
  }
  return changes;
}

/** How many lines two texts have in common, in order, from each pair of lines on. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint32Array {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  for (let row = before.length - 1; row >= 0; row--)
    for (let column = after.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        before[row] === after[column]
          ? (lengths[(row + 1) * width + column + 1] ?? 0) + 1
          : Math.max(lengths[(row + 1) * width + column] ?? 0, lengths[row * width + column + 1] ?? 0);
  return lengths;
}
