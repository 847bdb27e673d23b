import type { PatternTree } from "./pattern-tree.js";

/** Positions of a pattern, each with the number of transitions to it. */
export type Transitions = ReadonlyMap<number, number>;

/** The start and the end of a text, and a character that never matches. */
export const textStart = "text start";
export const textEnd = "text end";
export const never = "never";

/** The Glushkov automaton of a pattern: each position matches one character, and counted repetitions are unrolled. */
export interface PatternAutomaton {
  readonly characters: readonly string[];
  readonly first: Transitions;
  readonly next: readonly Transitions[];
  readonly last: Transitions;
  /** Positions after which the pattern can end without an assertion. */
  readonly accepting: ReadonlySet<number>;
  /** Whether the pattern matches the empty text without an assertion. */
  readonly isOptional: boolean;
  readonly hasAssertions: boolean;
}

/** A part of the pattern: its first and last positions, and in how many ways it matches the empty text. */
interface Part {
  readonly first: Transitions;
  readonly last: Transitions;
  readonly empty: number;
  readonly accepting: ReadonlySet<number>;
  readonly isOptional: boolean;
}

const maxPositions = 1500;
const maxTransitions = 20_000;
/** Repetitions with more copies count as unbounded, an overestimate; the smaller limit is the fallback. */
const maxCopies = [300, 24];
const none: Transitions = new Map();
const emptyPart: Part = { first: none, last: none, empty: 1, accepting: new Set(), isOptional: true };

/** The automaton of a pattern; undefined when it is too large or repeats `^` or `$`. */
export function automatonOf(tree: PatternTree): PatternAutomaton | undefined {
  for (const copies of maxCopies) {
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
  #transitions = 0;
  #deadEnd: number | undefined;

  /** `copies`: how often a repeated part is unrolled at most. */
  constructor(copies: number) {
    this.#copies = copies;
  }

  part(tree: PatternTree): Part {
    if (this.isTooLarge) return emptyPart;
    switch (tree.kind) {
      case "assertion":
        return this.#assertion(tree.source);
      case "character":
        return this.#character(tree.source);
      case "sequence":
        return tree.items.reduce<Part>((before, item) => this.#concat(before, this.part(item)), emptyPart);
      case "choice":
        return union(tree.items.map((item) => this.part(item)));
      case "repetition":
        return this.#repetition(tree.body, tree.min, tree.max);
      case "look":
        // A lookahead matches in parallel with what follows it.
        return { ...this.#check(), first: this.#nonEmpty(tree.body).first };
      default:
        return tree satisfies never;
    }
  }

  #character(source: string): Part {
    const position = this.characters.push(source) - 1;
    this.next.push(new Map());
    this.isTooLarge ||= position >= maxPositions;
    const only = new Map([[position, 1]]);
    return { first: only, last: only, empty: 0, accepting: new Set([position]), isOptional: false };
  }

  #assertion(source: string): Part {
    if (source.startsWith("\\")) return this.#check();
    return this.#character(source === "^" ? textStart : textEnd);
  }

  /** A zero-width check, which costs a step when it fails. */
  #check(): Part {
    this.hasAssertions = true;
    return { ...emptyPart, first: this.#deadEnds(1), isOptional: false };
  }

  #repetition(body: PatternTree, min: number, max: number): Part {
    const isTruncated = min > this.#copies;
    const copies = Math.min(min, this.#copies);
    const isUnbounded = isTruncated || max - min > this.#copies;
    let [part, last] = [emptyPart, emptyPart];
    for (let count = 1; count <= copies && !this.isTooLarge; count++) {
      last = this.part(body);
      part = this.#concat(part, last);
    }
    // An unbounded part that can match empty text matches in more ways than its unrolled copies.
    this.isTooLarge ||= isTruncated && last.empty > 0;
    if (!isUnbounded) return this.#concat(part, this.#optional(body, max - min));
    if (last.empty > 0) return this.#concat(part, this.#loop(body));
    this.#connect(last.last, last.first);
    return part;
  }

  #loop(body: PatternTree): Part {
    const copy = this.#nonEmpty(body);
    this.#connect(copy.last, copy.first);
    return { ...copy, empty: 1, isOptional: true };
  }

  /** Up to `max` nested optional copies. */
  #optional(body: PatternTree, max: number): Part {
    let part = emptyPart;
    for (let count = 0; count < max && !this.isTooLarge; count++) {
      part = { ...this.#concat(this.#nonEmpty(body), part), empty: 1, isOptional: true };
    }
    return part;
  }

  /** An optional copy: the matcher discards an empty match, which still costs steps. */
  #nonEmpty(body: PatternTree): Part {
    const part = this.part(body);
    const first = part.empty > 0 ? sum([part.first, this.#deadEnds(part.empty)]) : part.first;
    return { ...part, first, empty: 0, isOptional: false };
  }

  /** Transitions that lead nowhere. */
  #deadEnds(count: number): Transitions {
    this.#deadEnd ??= this.characters.length;
    if (this.#deadEnd === this.characters.length) this.#character(never);
    return new Map([[this.#deadEnd, count]]);
  }

  #concat(before: Part, after: Part): Part {
    this.#connect(before.last, after.first);
    return {
      first: sum([before.first, scale(after.first, before.empty)]),
      last: sum([after.last, scale(before.last, after.empty)]),
      empty: before.empty * after.empty,
      accepting: after.isOptional ? new Set([...before.accepting, ...after.accepting]) : after.accepting,
      isOptional: before.isOptional && after.isOptional,
    };
  }

  #connect(from: Transitions, to: Transitions): void {
    this.#transitions += from.size * to.size;
    this.isTooLarge ||= this.#transitions > maxTransitions;
    if (this.isTooLarge) return;
    for (const [position, before] of from) {
      const next = this.next[position];
      for (const [following, after] of to) {
        const [here, there] = [this.characters[position], this.characters[following]];
        // A text has one start and one end; a pattern that repeats them is not analyzed.
        this.isTooLarge ||= here === there && (here === textStart || here === textEnd);
        // No character precedes the start of a text.
        const [target = following] = there === textStart ? this.#deadEnds(1).keys() : [];
        next?.set(target, (next.get(target) ?? 0) + before * after);
      }
    }
  }
}

function union(parts: readonly Part[]): Part {
  return {
    first: sum(parts.map(({ first }) => first)),
    last: sum(parts.map(({ last }) => last)),
    empty: parts.reduce((ways, { empty }) => ways + empty, 0),
    accepting: new Set(parts.flatMap(({ accepting }) => [...accepting])),
    isOptional: parts.some(({ isOptional }) => isOptional),
  };
}

function sum(all: readonly Transitions[]): Transitions {
  const nonEmpty = all.filter(({ size }) => size > 0);
  if (nonEmpty.length === 1 && nonEmpty[0]) return nonEmpty[0];
  const total = new Map<number, number>();
  for (const transitions of nonEmpty)
    for (const [position, count] of transitions) total.set(position, (total.get(position) ?? 0) + count);
  return total;
}

function scale(transitions: Transitions, factor: number): Transitions {
  if (factor < 2) return factor === 0 ? none : transitions;
  return new Map([...transitions].map(([position, count]) => [position, count * factor]));
}
