/** Steps that take some tens of milliseconds at most. */
const fewSteps = 500_000;

/** How many wildcards of a glob can give and take characters; braces count twice, because alternatives multiply. */
export function countWildcards(pattern: string): number {
  return (pattern.match(/\*+|\?|\{/g) ?? []).reduce((sum, found) => sum + (found === "{" ? 2 : 1), 0);
}

/**
 * Whether matching a text may take long. The wildcards of a pattern can be laid over a text in as many ways as they can be
 * chosen from its places, and a text that almost matches has all of them tried.
 */
export function mayTakeLong(wildcards: readonly number[], length: number): boolean {
  let steps = 0;
  for (const count of wildcards) {
    let ways = 1;
    for (let index = 1; index <= count && ways <= fewSteps; index++) ways *= (length + index) / index;
    steps += ways;
    if (steps > fewSteps) return true;
  }
  return false;
}
