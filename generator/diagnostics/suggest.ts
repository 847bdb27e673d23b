import { editDistance } from "@toolkiln/runtime/vocabulary";

/** The candidate that a misspelled word most likely means, if any is near enough. */
export function suggest(word: string, candidates: Iterable<string>): string | undefined {
  return new Suggestions(candidates).nearest(word);
}

/** The only candidate that differs from a word in case and separators alone; unlike what is merely near, that is no guess. */
export function variantOf(word: string, candidates: Iterable<string>): string | undefined {
  return new Suggestions(candidates).variantOf(word);
}

/** The question after a word that is unknown; nothing when no candidate is near. */
export function didYouMean(near: string | undefined): string {
  return near === undefined ? "" : ` Did you mean \`${near}\`?`;
}

/** Comparisons of two words made for one list of candidates; thousands of slips in one file need no advice each. */
const mostComparisons = 50_000;

/** Candidates that many words are compared with. */
export class Suggestions {
  readonly #candidates: Iterable<string>;
  #folded: readonly Folded[] | undefined;
  #variants: ReadonlyMap<string, string | undefined> | undefined;
  #comparisons = 0;

  constructor(candidates: Iterable<string>) {
    this.#candidates = candidates;
  }

  /** The candidate that a misspelled word most likely means, if any of the eligible ones is near enough. */
  nearest(word: string, isEligible: (candidate: string) => boolean = () => true): string | undefined {
    const candidates = this.#all();
    if (this.#comparisons > mostComparisons) return undefined;
    this.#comparisons += candidates.length;
    let best: string | undefined;
    let bestDistance = Number.POSITIVE_INFINITY;
    const folded = fold(word);
    if (folded === "") return undefined;
    for (const { candidate, target } of candidates) {
      // Names of one or two letters are near to every other one.
      const allowed = Math.floor(Math.min(folded.length, target.length) / 3);
      if (Math.abs(target.length - folded.length) > allowed) continue;
      const distance = editDistance(folded, target);
      if (distance <= allowed && distance < bestDistance && isEligible(candidate)) {
        best = candidate;
        bestDistance = distance;
      }
    }
    return best;
  }

  /** The only candidate that differs from a word in case and separators alone. */
  variantOf(word: string): string | undefined {
    this.#variants ??= onlyOnes(this.#all());
    return this.#variants.get(fold(word));
  }

  #all(): readonly Folded[] {
    this.#folded ??= Array.from(this.#candidates, (candidate) => ({ candidate, target: fold(candidate) }));
    return this.#folded;
  }
}

/** A candidate, and what is left of it without case and separators. */
interface Folded {
  readonly candidate: string;
  readonly target: string;
}

/** The candidates by what is left of them; nothing where that does not tell them apart. */
function onlyOnes(candidates: readonly Folded[]): ReadonlyMap<string, string | undefined> {
  const variants = new Map<string, string | undefined>();
  for (const { candidate, target } of candidates)
    if (target !== "") variants.set(target, variants.has(target) ? undefined : candidate);
  return variants;
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
