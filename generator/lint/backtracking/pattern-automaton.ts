import type { PatternTree } from "./pattern-tree.js";

/** Places of a pattern, each with the number of ways that lead there without taking a character. */
export type Ways = ReadonlyMap<number, number>;

/** A pattern as places that take one character each, and the ways between them. */
export interface PatternAutomaton {
  /** The character of each place, as it is written. */
  readonly characters: readonly string[];
  readonly first: Ways;
  readonly next: readonly Ways[];
  readonly last: Ways;
  /** The most ways in which a part of the pattern matches nothing. */
  readonly mostEmpty: number;
}

/** A part of the pattern: where it begins and ends, and in how many ways it matches nothing. */
interface Part {
  readonly first: Ways;
  readonly last: Ways;
  readonly empty: number;
}

const mostPlaces = 2000;
const mostWays = 20_000;
const noWays: Ways = new Map();
const nothing: Part = { first: noWays, last: noWays, empty: 1 };

/** The automaton of a pattern that repeats at most so many copies of anything; undefined when it is too large. */
export function automatonOf(tree: PatternTree, mostCopies: number): PatternAutomaton | undefined {
  const builder = new AutomatonBuilder(mostCopies);
  const { first, last, empty } = builder.part(tree);
  if (builder.isTooLarge) return undefined;
  const { characters, next } = builder;
  return { characters, first, next, last, mostEmpty: Math.max(empty, builder.mostEmpty) };
}

class AutomatonBuilder {
  readonly characters: string[] = [];
  readonly next: Map<number, number>[] = [];
  mostEmpty = 1;
  isTooLarge = false;
  readonly #mostCopies: number;
  readonly #repeating = new Set<PatternTree>();
  #ways = 0;

  constructor(mostCopies: number) {
    this.#mostCopies = mostCopies;
  }

  part(tree: PatternTree): Part {
    if (this.isTooLarge) return nothing;
    switch (tree.kind) {
      case "assertion":
        return nothing;
      case "character":
        return this.#character(tree.source);
      case "sequence":
        return tree.items.reduce<Part>((before, item) => this.#joined(before, this.part(item)), nothing);
      case "choice": {
        const parts = tree.items.map((item) => this.part(item));
        return {
          first: sum(parts.map(({ first }) => first)),
          last: sum(parts.map(({ last }) => last)),
          empty: parts.reduce((ways, { empty }) => ways + empty, 0),
        };
      }
      case "repetition":
        return this.#repetition(tree.body, tree.least, tree.most);
      case "look":
        // What is looked at is tried, but nothing goes on from its end.
        return { first: this.part(tree.body).first, last: noWays, empty: 1 };
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
    return { first: only, last: only, empty: 0 };
  }

  /** A group that refers to itself has no text yet. */
  #again(group: PatternTree | undefined): Part {
    if (group === undefined || this.#repeating.has(group)) return nothing;
    this.#repeating.add(group);
    const part = this.part(group);
    this.#repeating.delete(group);
    return part;
  }

  #repetition(body: PatternTree, least: number, most: number): Part {
    const copies = Math.min(least, this.#mostCopies);
    const isOpen = most - least > this.#mostCopies;
    let part = nothing;
    for (let count = 1; count <= copies; count++) {
      const copy = this.part(body);
      if (isOpen && count === copies) this.#connect(copy.last, copy.first);
      part = this.#joined(part, copy);
    }
    if (isOpen) return copies > 0 ? part : this.#loop(body);
    return this.#joined(part, this.#optional(body, most - least));
  }

  #loop(body: PatternTree): Part {
    const { first, last } = this.#taking(body);
    this.#connect(last, first);
    return { first, last, empty: 1 };
  }

  /** Up to so many copies, one inside of the other. */
  #optional(body: PatternTree, most: number): Part {
    let part = nothing;
    for (let count = 0; count < most && !this.isTooLarge; count++) {
      part = { ...this.#joined(this.#taking(body), part), empty: 1 };
    }
    return part;
  }

  /** A copy that need not be there is dropped when it matches nothing. */
  #taking(body: PatternTree): Part {
    const part = this.part(body);
    this.mostEmpty = Math.max(this.mostEmpty, part.empty);
    return { ...part, empty: 0 };
  }

  #joined(before: Part, after: Part): Part {
    this.#connect(before.last, after.first);
    return {
      first: sum([before.first, times(after.first, before.empty)]),
      last: sum([after.last, times(before.last, after.empty)]),
      empty: before.empty * after.empty,
    };
  }

  #connect(from: Ways, to: Ways): void {
    this.#ways += from.size * to.size;
    this.isTooLarge ||= this.#ways > mostWays;
    if (this.isTooLarge) return;
    for (const [place, before] of from) {
      const next = this.next[place];
      for (const [following, after] of to) next?.set(following, (next.get(following) ?? 0) + before * after);
    }
  }
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
