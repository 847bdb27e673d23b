/** The candidate that is most similar to a name, if any. */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  // Long texts are not typos, and comparing them is quadratic.
  if (name.length > 64) return undefined;
  let nearest: string | undefined;
  let least = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= least) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < least && distance < candidate.length) [nearest, least] = [candidate, distance];
  }
  return nearest;
}

/** How many characters to add, remove, replace or swap with a neighbour to turn one text into the other. */
export function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const distance = Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(isSwapped ? Math.min(distance, (beforePrevious[column - 2] ?? 0) + 1) : distance);
    }
    [beforePrevious, previous] = [previous, current];
  }
  return previous[b.length] ?? 0;
}
