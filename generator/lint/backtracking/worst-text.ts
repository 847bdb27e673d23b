import { branches, type LetterMoves } from "./letter-moves.js";

/** Where a search begins, and what ends it. */
export interface SearchBounds {
  /** Whether a match can begin at the text's first letter only. */
  readonly isAnchored: boolean;
  /** Whether a text that led here can still turn out not to match. */
  readonly canFail: (counts: Float64Array) => boolean;
  /** Work that is more than enough. */
  readonly mostWork: number;
}

/** Attempts to match the worst text that was found, and how many they were when half of the longest text was read. */
export interface WorstText {
  readonly half: number;
  readonly full: number;
}

/** Letters of a text that is tried. */
const longest = 256;
/** Letters after which the ways to match have to have become more, or the search ends. */
const stretch = 64;
/** Texts that are prolonged, of all that were tried, in the first stretch and later. */
const [mostTexts, mostLongTexts] = [16, 4];
/** Steps of a search, so that its answer does not depend on the machine; they take some ten milliseconds. */
const mostSteps = 2_000_000;

/** What matching a text has come to: the places, and the number of ways that lead to each. */
interface Text {
  readonly counts: Float64Array;
  readonly places: readonly number[];
  readonly total: number;
  readonly half: number;
  readonly work: number;
}

/**
 * Looks for a text that takes long: of all texts, those with the most ways to some place are prolonged by every letter.
 *
 * A search begins before the text, and wherever a letter leads to several places: some text leads there. Undefined when
 * it would take too many steps.
 */
export function worstText(moves: LetterMoves, bounds: SearchBounds): WorstText | undefined {
  const search = new Search(moves, bounds);
  let texts = search.beginnings();
  let worst: WorstText = { half: 0, full: 0 };
  let [mostBefore, most] = [0, 1];
  for (let length = 1; length <= longest && texts.length > 0; length++) {
    texts = search.prolonged(texts, length);
    if (search.isExhausted) return length > stretch ? worst : undefined;
    for (const { counts, total, half, work } of texts) {
      most = Math.max(most, total);
      if (work > worst.full && bounds.canFail(counts)) worst = { half, full: work };
    }
    if (worst.full > bounds.mostWork) return worst;
    if (length % stretch > 0) continue;
    if (most <= mostBefore) return worst;
    mostBefore = most;
  }
  return worst;
}

class Search {
  readonly #moves: LetterMoves;
  readonly #bounds: SearchBounds;
  #steps = 0;

  constructor(moves: LetterMoves, bounds: SearchBounds) {
    this.#moves = moves;
    this.#bounds = bounds;
  }

  get isExhausted(): boolean {
    return this.#steps > mostSteps;
  }

  beginnings(): readonly Text[] {
    const { letters, start } = this.#moves;
    const branching = Array.from({ length: start }, (_, place) => place).filter((place) =>
      letters.some((moves) => branches(moves[place] ?? [])),
    );
    return [start, ...branching].map((place) => {
      const counts = new Float64Array(start + 1);
      counts[place] = 1;
      return { counts, places: [place], total: 1, half: 0, work: 0 };
    });
  }

  /** The texts with one letter more that are worth it: for each place one with the most ways to it. */
  prolonged(texts: readonly Text[], length: number): readonly Text[] {
    const best = new Map<number, Text>();
    for (const text of texts) {
      for (const letter of this.#moves.letters) {
        this.#steps += text.places.length;
        if (this.isExhausted) return [];
        if (!text.places.some((place) => (letter[place]?.length ?? 0) > 0)) continue;
        const longer = this.#withLetter(text, letter, length);
        for (const place of longer.places) {
          const known = best.get(place);
          if (known === undefined || isWorse(longer, known, place)) best.set(place, longer);
        }
      }
    }
    const kept = [...new Set(best.values())];
    const mostKept = length <= stretch ? mostTexts : mostLongTexts;
    if (kept.length <= mostKept) return kept;
    return kept.toSorted((one, other) => other.total - one.total).slice(0, mostKept);
  }

  #withLetter(text: Text, letter: LetterMoves["letters"][number], length: number): Text {
    const { start, attempts } = this.#moves;
    const counts = new Float64Array(start + 1);
    const places: number[] = [];
    let [total, work] = [0, text.work];
    for (const place of text.places) {
      const move = letter[place] ?? [];
      const before = text.counts[place] ?? 0;
      this.#steps += move.length;
      for (let index = 0; index < move.length; index += 2) {
        const following = move[index] ?? 0;
        const added = before * (move[index + 1] ?? 0);
        if (counts[following] === 0) places.push(following);
        counts[following] = (counts[following] ?? 0) + added;
        total += added;
        work += added * (attempts[following] ?? 0);
      }
    }
    // Without an anchor the next letter may be where a match begins.
    if (!this.#bounds.isAnchored && text.counts[start] === 1) {
      counts[start] = 1;
      places.push(start);
    }
    this.#steps += start / 8;
    return { counts, places, total, work, half: length <= longest / 2 ? work : text.half };
  }
}

function isWorse(one: Text, other: Text, place: number): boolean {
  const [more, less] = [one.counts[place] ?? 0, other.counts[place] ?? 0];
  return more === less ? one.work > other.work : more > less;
}
