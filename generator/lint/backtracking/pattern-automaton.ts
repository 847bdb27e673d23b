import { RegExpParser, type AST } from "@eslint-community/regexpp";
import { characterSets, type CharacterSet } from "./character-sets.js";

/** Positions of a pattern, each with the number of transitions to it. */
export type Transitions = ReadonlyMap<number, number>;

/** The Glushkov automaton of a pattern: each position matches one character, and counted repetitions are unrolled. */
export interface PatternAutomaton {
  /** What each position matches. The start and the end of the text count as characters. */
  readonly sets: readonly CharacterSet[];
  /** Any character and the end of the text; undefined if the pattern has lookaheads, `\b` or overestimated sets. */
  readonly everything: CharacterSet | undefined;
  /** The positions that can be first; some only at the start of the text. */
  readonly first: Transitions;
  readonly isAtStart: (position: number) => boolean;
  readonly next: readonly Transitions[];
  readonly last: Transitions;
  /** Positions after which the pattern can end without a lookahead or `\b`. */
  readonly accepting: ReadonlySet<number>;
  /** Whether the pattern matches the empty text without a lookahead or `\b`. */
  readonly isOptional: boolean;
}

/** A part of the pattern: its first and last positions, and in how many ways it matches the empty text. */
interface Part extends Pick<PatternAutomaton, "first" | "last" | "accepting" | "isOptional"> {
  readonly empty: number;
}

type Syntax = AST.Pattern | AST.Alternative | AST.Element | AST.QuantifiableElement;

const maxGroups = 500;
const maxPositions = 1500;
const maxTransitions = 20_000;
/** Repetitions with more copies count as unbounded, an overestimate; the smaller limit is the fallback. */
const maxCopies = [300, 24];
const none: Transitions = new Map();
const emptyPart: Part = { first: none, last: none, empty: 1, accepting: new Set(), isOptional: true };
/** A character that never matches. */
const never = "";

/**
 * The automaton of a pattern with the flag `u`. Undefined when the pattern is too large, repeats `^` or `$`, or has a
 * lookbehind, a backreference, a modifier or unknown syntax.
 */
export function automatonOf(pattern: string): PatternAutomaton | undefined {
  // Parsing recurses into groups.
  if (pattern.split("(").length > maxGroups) return undefined;
  for (const copies of maxCopies) {
    try {
      const syntax = new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true });
      return new AutomatonBuilder(copies).automaton(syntax);
    } catch (error) {
      if (!(error instanceof UnsupportedPattern || error instanceof SyntaxError)) throw error;
    }
  }
  return undefined;
}

class UnsupportedPattern extends Error {}

class AutomatonBuilder {
  readonly #copies: number;
  readonly #characters: string[] = [];
  readonly #next: Map<number, number>[] = [];
  #hasChecks = false;
  #transitions = 0;
  #deadEnd: number | undefined;

  /** `copies`: how often a repeated part is unrolled at most. */
  constructor(copies: number) {
    this.#copies = copies;
  }

  automaton(syntax: AST.Pattern): PatternAutomaton {
    const part = this.#part(syntax);
    const found = characterSets(syntax, this.#characters) ?? this.#unsupported();
    const isAtStart = (position: number): boolean => this.#characters[position] === "^";
    const everything = this.#hasChecks ? undefined : found.everything;
    return { ...part, sets: found.sets, everything, isAtStart, next: this.#next };
  }

  #part(syntax: Syntax): Part {
    switch (syntax.type) {
      case "Character":
      case "CharacterClass":
      case "CharacterSet":
        return this.#character(syntax.raw);
      case "Alternative":
        return syntax.elements.reduce((before, item) => this.#concat(before, this.#part(item)), emptyPart);
      case "Pattern":
      case "CapturingGroup":
        return this.#choice(syntax.alternatives);
      case "Group":
        return syntax.modifiers ? this.#unsupported() : this.#choice(syntax.alternatives);
      case "Quantifier":
        return this.#repetition(syntax.element, syntax.min, syntax.max);
      case "Assertion":
        return this.#assertion(syntax);
      case "Backreference":
      case "ExpressionCharacterClass":
        return this.#unsupported();
      default:
        return syntax satisfies never;
    }
  }

  #unsupported(): never {
    throw new UnsupportedPattern();
  }

  #character(source: string): Part {
    const position = this.#characters.push(source) - 1;
    this.#next.push(new Map());
    if (position >= maxPositions) this.#unsupported();
    const only = new Map([[position, 1]]);
    return { first: only, last: only, empty: 0, accepting: new Set([position]), isOptional: false };
  }

  #choice(alternatives: readonly AST.Alternative[]): Part {
    const parts = alternatives.map((alternative) => this.#part(alternative));
    return {
      first: sum(parts.map(({ first }) => first)),
      last: sum(parts.map(({ last }) => last)),
      empty: parts.reduce((ways, { empty }) => ways + empty, 0),
      accepting: new Set(parts.flatMap(({ accepting }) => [...accepting])),
      isOptional: parts.some(({ isOptional }) => isOptional),
    };
  }

  #assertion(assertion: AST.Assertion): Part {
    switch (assertion.kind) {
      case "start":
      case "end":
        return this.#character(assertion.raw);
      case "word":
        return this.#check(this.#deadEnds(1));
      case "lookahead":
        // It matches in parallel with what follows it.
        return this.#check(this.#nonEmpty(() => this.#choice(assertion.alternatives)).first);
      case "lookbehind":
        return this.#unsupported();
      default:
        return assertion satisfies never;
    }
  }

  /** A zero-width check: its attempts cost steps, but it matches no character. */
  #check(first: Transitions): Part {
    this.#hasChecks = true;
    return { ...emptyPart, first, isOptional: false };
  }

  #repetition(body: AST.QuantifiableElement, min: number, max: number): Part {
    const isTruncated = min > this.#copies;
    const copies = Math.min(min, this.#copies);
    let [part, last] = [emptyPart, emptyPart];
    for (let count = 1; count <= copies; count++) {
      last = this.#part(body);
      part = this.#concat(part, last);
    }
    // A truncated repetition of a part that can be empty matches in more ways than its unrolled copies.
    if (isTruncated && last.empty > 0) this.#unsupported();
    if (!isTruncated && max - min <= this.#copies) return this.#concat(part, this.#optional(body, max - min));
    if (last.empty > 0) return this.#concat(part, this.#loop(body));
    this.#connect(last.last, last.first);
    return part;
  }

  #loop(body: AST.QuantifiableElement): Part {
    const copy = this.#nonEmpty(() => this.#part(body));
    this.#connect(copy.last, copy.first);
    return { ...copy, empty: 1, isOptional: true };
  }

  /** Up to `max` nested optional copies. */
  #optional(body: AST.QuantifiableElement, max: number): Part {
    let part = emptyPart;
    for (let count = 0; count < max; count++) {
      const copy = this.#nonEmpty(() => this.#part(body));
      part = { ...this.#concat(copy, part), empty: 1, isOptional: true };
    }
    return part;
  }

  /** An optional copy: the matcher discards an empty match, which still costs steps. */
  #nonEmpty(build: () => Part): Part {
    const part = build();
    const first = part.empty > 0 ? sum([part.first, this.#deadEnds(part.empty)]) : part.first;
    return { ...part, first, empty: 0, isOptional: false };
  }

  /** Transitions that lead nowhere. */
  #deadEnds(count: number): Transitions {
    if (this.#deadEnd === undefined) {
      this.#deadEnd = this.#characters.length;
      this.#character(never);
    }
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
    if (this.#transitions > maxTransitions) this.#unsupported();
    for (const [position, before] of from) {
      const next = this.#next[position];
      for (const [following, after] of to) {
        const [here, there] = [this.#characters[position], this.#characters[following]];
        // A text has one start and one end; a pattern that repeats them is not analyzed.
        if (here === there && (here === "^" || here === "$")) this.#unsupported();
        // No character precedes the start of a text.
        const [target = following] = there === "^" ? this.#deadEnds(1).keys() : [];
        next?.set(target, (next.get(target) ?? 0) + before * after);
      }
    }
  }
}

function sum(all: readonly Transitions[]): Transitions {
  const [only = none, ...others] = all.filter(({ size }) => size > 0);
  if (others.length === 0) return only;
  const total = new Map(only);
  for (const transitions of others)
    for (const [position, count] of transitions) total.set(position, (total.get(position) ?? 0) + count);
  return total;
}

function scale(transitions: Transitions, factor: number): Transitions {
  if (factor < 2) return factor === 0 ? none : transitions;
  return new Map([...transitions].map(([position, count]) => [position, count * factor]));
}
