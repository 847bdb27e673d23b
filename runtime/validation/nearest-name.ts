/** The candidate that looks most like a name, if one does. */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  // Long texts are no typing mistakes, and comparing them costs their lengths multiplied.
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

/** How many characters have to be added, removed or replaced to make one text of the other. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
