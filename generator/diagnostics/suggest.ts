/** The candidate that a misspelled word most likely means, if any is near enough. */
export function suggest(word: string, candidates: Iterable<string>): string | undefined {
  return new Suggestions(candidates).nearest(word);
}

/** Comparisons of two words made for one list of candidates; thousands of slips in one file need no advice each. */
const mostComparisons = 50_000;

/** Candidates that many words are compared with. */
export class Suggestions {
  readonly #candidates: Iterable<string>;
  #folded: readonly { readonly candidate: string; readonly target: string }[] | undefined;
  #comparisons = 0;

  constructor(candidates: Iterable<string>) {
    this.#candidates = candidates;
  }

  /** The candidate that a misspelled word most likely means, if any of the eligible ones is near enough. */
  nearest(word: string, isEligible: (candidate: string) => boolean = () => true): string | undefined {
    this.#folded ??= Array.from(this.#candidates, (candidate) => ({ candidate, target: fold(candidate) }));
    if (this.#comparisons > mostComparisons) return undefined;
    this.#comparisons += this.#folded.length;
    let best: string | undefined;
    let bestDistance = Number.POSITIVE_INFINITY;
    const folded = fold(word);
    for (const { candidate, target } of this.#folded) {
      const allowed = Math.max(1, Math.floor(Math.min(folded.length, target.length) / 3));
      if (Math.abs(target.length - folded.length) > allowed) continue;
      const distance = editDistance(folded, target);
      if (distance <= allowed && distance < bestDistance && isEligible(candidate)) {
        best = candidate;
        bestDistance = distance;
      }
    }
    return best;
  }
}

/** Characters of a word that are compared. */
const longestWord = 64;

/** Case and separators are the commonest slips: `Min_Length` means `minLength`. */
function fold(word: string): string {
  return word
    .slice(0, longestWord)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** Insertions, deletions, replacements and swaps of neighbours that lead from one word to the other. */
function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1;
      let distance = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + cost,
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        distance = Math.min(distance, (beforePrevious[column - 2] ?? 0) + 1);
      current.push(distance);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}
