import type { PatternTree } from "./pattern-tree.js";

/** Places of a pattern, each with the number of ways that lead there without a character. */
export type Ways = ReadonlyMap<number, number>;

/** The edges of a text, and what never matches. */
export const textStart = "text start";
export const textEnd = "text end";
export const never = "never";

/** A pattern as places that match one character each (Glushkov's automaton), with counted repetitions written out. */
export interface PatternAutomaton {
  readonly characters: readonly string[];
  readonly first: Ways;
  readonly next: readonly Ways[];
  readonly last: Ways;
  /** Places after which the pattern can end without an assertion. */
  readonly free: ReadonlySet<number>;
  /** Whether the pattern matches the empty text without an assertion. */
  readonly isOptional: boolean;
  readonly hasAssertions: boolean;
}

/** A part of the pattern: where it starts and ends, and in how many ways it matches nothing. */
interface Part {
  readonly first: Ways;
  readonly last: Ways;
  readonly empty: number;
  readonly free: ReadonlySet<number>;
  readonly isOptional: boolean;
}

const mostPlaces = 1500;
const mostWays = 20_000;
/** Repetitions with more copies count as unbounded, which overestimates; the smaller limit is the fallback. */
const mostCopies = [300, 24];
const noWays: Ways = new Map();
const nothing: Part = { first: noWays, last: noWays, empty: 1, free: new Set(), isOptional: true };

/** The automaton of a pattern; undefined when it is too large or repeats `^` or `$`. */
export function automatonOf(tree: PatternTree): PatternAutomaton | undefined {
  for (const copies of mostCopies) {
    const builder = new AutomatonBuilder(copies);
    const part = builder.part(tree);
    const { characters, next, hasAssertions, isTooLarge } = builder;
    if (!isTooLarge) return { ...part, characters, next, hasAssertions };
  }
  return undefined;
}

class AutomatonBuilder {
  readonly characters: string[] = [];
  readonly next: Map<number, number>[] = [];
  hasAssertions = false;
  isTooLarge = false;
  readonly #copies: number;
  #ways = 0;
  #deadEnd: number | undefined;

  /** `copies`: how many copies of a repeated part are written out. */
  constructor(copies: number) {
    this.#copies = copies;
  }

  part(tree: PatternTree): Part {
    if (this.isTooLarge) return nothing;
    switch (tree.kind) {
      case "assertion":
        return this.#assertion(tree.source);
      case "character":
        return this.#character(tree.source);
      case "sequence":
        return tree.items.reduce<Part>((before, item) => this.#joined(before, this.part(item)), nothing);
      case "choice":
        return chosen(tree.items.map((item) => this.part(item)));
      case "repetition":
        return this.#repetition(tree.body, tree.least, tree.most);
      case "look":
        // A lookahead runs beside what follows, then ends.
        return { ...this.#check(), first: this.#taking(tree.body).first };
      default:
        return tree satisfies never;
    }
  }

  #character(source: string): Part {
    const place = this.characters.push(source) - 1;
    this.next.push(new Map());
    this.isTooLarge ||= place >= mostPlaces;
    const only = new Map([[place, 1]]);
    return { first: only, last: only, empty: 0, free: new Set([place]), isOptional: false };
  }

  #assertion(source: string): Part {
    if (source.startsWith("\\")) return this.#check();
    return this.#character(source === "^" ? textStart : textEnd);
  }

  /** A zero-width part that may fail, which costs a step. */
  #check(): Part {
    this.hasAssertions = true;
    return { ...nothing, first: this.#dropped(1), isOptional: false };
  }

  #repetition(body: PatternTree, least: number, most: number): Part {
    const isCut = least > this.#copies;
    const copies = Math.min(least, this.#copies);
    const isOpen = isCut || most - least > this.#copies;
    let [part, last] = [nothing, nothing];
    for (let count = 1; count <= copies && !this.isTooLarge; count++) {
      last = this.part(body);
      part = this.#joined(part, last);
    }
    // Unbounded, a part that can match empty text has more ways than the written-out copies.
    this.isTooLarge ||= isCut && last.empty > 0;
    if (!isOpen) return this.#joined(part, this.#optional(body, most - least));
    if (last.empty > 0) return this.#joined(part, this.#loop(body));
    this.#connect(last.last, last.first);
    return part;
  }

  #loop(body: PatternTree): Part {
    const copy = this.#taking(body);
    this.#connect(copy.last, copy.first);
    return { ...copy, empty: 1, isOptional: true };
  }

  /** Up to `most` nested optional copies. */
  #optional(body: PatternTree, most: number): Part {
    let part = nothing;
    for (let count = 0; count < most && !this.isTooLarge; count++) {
      part = { ...this.#joined(this.#taking(body), part), empty: 1, isOptional: true };
    }
    return part;
  }

  /** An optional copy: the matcher drops it when it matches empty text, which still costs steps. */
  #taking(body: PatternTree): Part {
    const part = this.part(body);
    const first = part.empty > 0 ? sum([part.first, this.#dropped(part.empty)]) : part.first;
    return { ...part, first, empty: 0, isOptional: false };
  }

  /** Ways that lead nowhere. */
  #dropped(count: number): Ways {
    this.#deadEnd ??= this.characters.length;
    if (this.#deadEnd === this.characters.length) this.#character(never);
    return new Map([[this.#deadEnd, count]]);
  }

  #joined(before: Part, after: Part): Part {
    this.#connect(before.last, after.first);
    return {
      first: sum([before.first, times(after.first, before.empty)]),
      last: sum([after.last, times(before.last, after.empty)]),
      empty: before.empty * after.empty,
      free: after.isOptional ? new Set([...before.free, ...after.free]) : after.free,
      isOptional: before.isOptional && after.isOptional,
    };
  }

  #connect(from: Ways, to: Ways): void {
    this.#ways += from.size * to.size;
    this.isTooLarge ||= this.#ways > mostWays;
    if (this.isTooLarge) return;
    for (const [place, before] of from) {
      const next = this.next[place];
      for (const [following, after] of to) {
        const [here, there] = [this.characters[place], this.characters[following]];
        // A text has one start and one end; a pattern that repeats them is not judged.
        this.isTooLarge ||= here === there && (here === textStart || here === textEnd);
        // No character precedes the start of a text.
        const [target = following] = there === textStart ? this.#dropped(1).keys() : [];
        next?.set(target, (next.get(target) ?? 0) + before * after);
      }
    }
  }
}

function chosen(parts: readonly Part[]): Part {
  return {
    first: sum(parts.map(({ first }) => first)),
    last: sum(parts.map(({ last }) => last)),
    empty: parts.reduce((ways, { empty }) => ways + empty, 0),
    free: new Set(parts.flatMap(({ free }) => [...free])),
    isOptional: parts.some(({ isOptional }) => isOptional),
  };
}

function sum(all: readonly Ways[]): Ways {
  const filled = all.filter(({ size }) => size > 0);
  if (filled.length === 1 && filled[0]) return filled[0];
  const total = new Map<number, number>();
  for (const ways of filled)
    for (const [place, count] of ways) total.set(place, (total.get(place) ?? 0) + count);
  return total;
}

function times(ways: Ways, factor: number): Ways {
  if (factor === 0) return noWays;
  return factor === 1 ? ways : new Map([...ways].map(([place, count]) => [place, count * factor]));
}
