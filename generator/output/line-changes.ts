/** Lines in which two texts differ. */
export interface LineChange {
  /** Lines of the first text before the range. */
  readonly start: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Maximum lines of one range, both sides together; beyond it, the rest counts as changed. */
const maxLines = 1000;

/** The ranges in which two texts differ: each ends at the nearest common line. */
export function lineChanges(before: readonly string[], after: readonly string[]): LineChange[] {
  const changes: LineChange[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [rows, columns] = nearestCommon(before.slice(row), after.slice(column));
    const [removed, added] = [before.slice(row, row + rows), after.slice(column, column + columns)];
    if (rows + columns > 0) changes.push({ start: row, removed, added });
    row += rows;
    column += columns;
    while (row < before.length && before[row] === after[column]) {
      row++;
      column++;
    }
  }
  return changes;
}

/** How many lines of each text precede the first common line. */
function nearestCommon(before: readonly string[], after: readonly string[]): [number, number] {
  for (let sum = 0; sum < maxLines; sum++)
    for (let rows = Math.max(0, sum - after.length + 1); rows <= sum && rows < before.length; rows++)
      if (before[rows] === after[sum - rows]) return [rows, sum - rows];
  return [before.length, after.length];
}
