import type { PatternTree } from "./pattern-tree.js";

/** Places of a pattern, each with the number of ways that lead there without a character. */
export type Ways = ReadonlyMap<number, number>;

/** The edges of a text, in the direction of the match, and what never matches. */
export const textStart = "text start";
export const textEnd = "text end";
export const never = "never";

/** A pattern as places that match one character each (Glushkov's automaton), with counted repetitions written out. */
export interface PatternAutomaton {
  /** The character of each place, as written, or one of the above. */
  readonly characters: readonly string[];
  readonly first: Ways;
  readonly next: readonly Ways[];
  readonly last: Ways;
  /** Places after which the pattern can end without an assertion. */
  readonly free: ReadonlySet<number>;
  /** Whether the pattern matches the empty text without an assertion. */
  readonly isOptional: boolean;
  readonly hasAssertions: boolean;
  /** What is matched backwards, at any place. */
  readonly behind: ReadonlySet<PatternTree>;
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
/** A repetition with more copies is read as one without a limit, which has more ways to match; fewer if need be. */
const mostCopies = [300, 24];
const noWays: Ways = new Map();
const nothing: Part = { first: noWays, last: noWays, empty: 1, free: new Set(), isOptional: true };

/** The automaton of a pattern; undefined when it is too large. */
export function automatonOf(
  tree: PatternTree,
  direction: "forward" | "backward",
): PatternAutomaton | undefined {
  for (const copies of mostCopies) {
    for (const hasEdges of [true, false]) {
      const builder = new AutomatonBuilder({ isBackward: direction === "backward", copies, hasEdges });
      const part = builder.part(tree);
      const { characters, next, hasAssertions, behind } = builder;
      if (builder.isTooLarge) break;
      if (!builder.repeatsEdges) return { ...part, characters, next, hasAssertions, behind };
    }
  }
  return undefined;
}

interface Reading {
  readonly isBackward: boolean;
  /** Copies of a repeated part that are written out. */
  readonly copies: number;
  /** Whether the edges of the text count as characters; otherwise `^` and `$` may hold anywhere. */
  readonly hasEdges: boolean;
}

class AutomatonBuilder {
  readonly characters: string[] = [];
  readonly next: Map<number, number>[] = [];
  readonly behind = new Set<PatternTree>();
  hasAssertions = false;
  isTooLarge = false;
  /** Whether an edge of the text, of which there is one, would be matched twice. */
  repeatsEdges = false;
  readonly #reading: Reading;
  readonly #repeating = new Set<PatternTree>();
  #ways = 0;
  #deadEnd: number | undefined;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  part(tree: PatternTree): Part {
    if (this.isTooLarge) return nothing;
    switch (tree.kind) {
      case "assertion":
        return this.#assertion(tree.source);
      case "character":
        return this.#character(tree.source);
      case "sequence": {
        const items = this.#reading.isBackward ? tree.items.toReversed() : tree.items;
        return items.reduce<Part>((before, item) => this.#joined(before, this.part(item)), nothing);
      }
      case "choice":
        return chosen(tree.items.map((item) => this.part(item)));
      case "repetition":
        return this.#repetition(tree.body, tree.least, tree.most);
      case "look":
        return this.#look(tree.body, tree.isBehind);
      case "again":
        return this.#again(tree.group());
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
    const { isBackward, hasEdges } = this.#reading;
    if (!hasEdges || source.startsWith("\\")) return this.#check();
    return this.#character((source === "^") === isBackward ? textEnd : textStart);
  }

  /** Something that matches nothing and may fail, which costs a step. */
  #check(): Part {
    this.hasAssertions = true;
    return { ...nothing, first: this.#dropped(1), isOptional: false };
  }

  /** What is looked at in the direction of the match is tried beside what follows, and ends there. */
  #look(body: PatternTree, isBehind: boolean): Part {
    const check = this.#check();
    if (!isBehind && !this.#reading.isBackward) return { ...check, first: this.#taking(body).first };
    this.behind.add(body);
    return check;
  }

  /** A backreference has at most the ways of its group; a group without a text yet matches nothing. */
  #again(group: PatternTree | undefined): Part {
    this.hasAssertions = true;
    if (group === undefined || this.#repeating.has(group)) return nothing;
    this.#repeating.add(group);
    const part = chosen([this.part(group), nothing]);
    this.#repeating.delete(group);
    return { ...part, free: new Set(), isOptional: false };
  }

  #repetition(body: PatternTree, least: number, most: number): Part {
    const isCut = least > this.#reading.copies;
    const copies = Math.min(least, this.#reading.copies);
    const isOpen = isCut || most - least > this.#reading.copies;
    let [part, last] = [nothing, nothing];
    for (let count = 1; count <= copies && !this.isTooLarge; count++) {
      last = this.part(body);
      part = this.#joined(part, last);
    }
    // Without a limit, a part that can match nothing has more ways than the copies that are written out.
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

  /** Up to so many copies, one inside of the other. */
  #optional(body: PatternTree, most: number): Part {
    let part = nothing;
    for (let count = 0; count < most && !this.isTooLarge; count++) {
      part = { ...this.#joined(this.#taking(body), part), empty: 1, isOptional: true };
    }
    return part;
  }

  /** A copy that need not be there: the matcher drops it when it matches nothing, which costs steps all the same. */
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
        this.repeatsEdges ||= here === there && (here === textStart || here === textEnd);
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
