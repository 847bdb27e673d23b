import { editDistance } from "@toolkiln/runtime/vocabulary";

/** The candidate that a misspelled word most likely means, if any is near enough. */
export function suggest(word: string, candidates: Iterable<string>): string | undefined {
  return new Suggestions(candidates).nearest(word);
}

/** The candidate that differs from a word only in case and separators, if there is exactly one: safe for a fix. */
export function variantOf(word: string, candidates: Iterable<string>): string | undefined {
  return new Suggestions(candidates).variantOf(word);
}

/** The sentence after an unknown word; empty when no candidate is similar. */
export function didYouMean(near: string | undefined): string {
  return near === undefined ? "" : ` Did you mean \`${near}\`?`;
}

/** Maximum word comparisons per candidate list; thousands of typos in one file need no suggestions. */
const maxComparisons = 50_000;

export class Suggestions {
  /** By lowercase name without separators. */
  readonly #candidates = new Map<string, string[]>();
  #comparisons = 0;

  constructor(candidates: Iterable<string>) {
    for (const candidate of candidates) {
      const folded = fold(candidate);
      if (folded !== "") this.#candidates.set(folded, [...(this.#candidates.get(folded) ?? []), candidate]);
    }
  }

  /** The candidate that a misspelled word most likely means, if any of the eligible ones is near enough. */
  nearest(word: string, isEligible: (candidate: string) => boolean = () => true): string | undefined {
    const folded = fold(word);
    if (this.#comparisons > maxComparisons) return undefined;
    this.#comparisons += this.#candidates.size;
    let best: string | undefined;
    let bestDistance = Number.POSITIVE_INFINITY;
    for (const [target, candidates] of this.#candidates) {
      // Names of one or two letters are similar to all others.
      const allowed = Math.floor(Math.min(folded.length, target.length) / 3);
      const candidate = candidates.find(isEligible);
      if (candidate === undefined || Math.abs(target.length - folded.length) > allowed) continue;
      const distance = editDistance(folded, target);
      if (distance <= allowed && distance < bestDistance) [best, bestDistance] = [candidate, distance];
    }
    return best;
  }

  variantOf(word: string): string | undefined {
    const [only, ...others] = this.#candidates.get(fold(word)) ?? [];
    return others.length === 0 ? only : undefined;
  }
}

const maxWordLength = 64;

/** Case and separators are the commonest typos: `Min_Length` means `minLength`. */
function fold(word: string): string {
  return word
    .slice(0, maxWordLength)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}
