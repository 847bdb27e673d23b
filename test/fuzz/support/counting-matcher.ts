import type { Node } from "./random-pattern.js";

type Captures = readonly (readonly [from: number, to: number] | undefined)[];
type Continue = (offset: number, captures: Captures) => boolean;

/** A backtracking matcher that follows the ECMAScript specification and counts its steps. */
export class CountingMatcher {
  steps = 0;
  readonly #text: string;
  readonly #most: number;

  constructor(text: string, mostSteps: number) {
    this.#text = text;
    this.#most = mostSteps;
  }

  /** Whether the pattern is found anywhere; undefined when that takes too many steps. */
  test(pattern: Node): boolean | undefined {
    try {
      for (let start = 0; start <= this.#text.length; start++)
        if (this.#match(pattern, start, [], true, () => true)) return true;
      return false;
    } catch (error) {
      // A pattern that repeats an empty match can overflow the stack before it takes too many steps.
      if (error instanceof TooManySteps || error instanceof RangeError) return undefined;
      throw error;
    }
  }

  #step(): void {
    if (++this.steps > this.#most) throw new TooManySteps();
  }

  #match(node: Node, offset: number, captures: Captures, isForward: boolean, next: Continue): boolean {
    switch (node.kind) {
      case "set": {
        this.#step();
        const letter = this.#text.charAt(isForward ? offset : offset - 1);
        if (letter === "" || !node.letters.includes(letter)) return false;
        return next(isForward ? offset + 1 : offset - 1, captures);
      }
      case "assertion":
        this.#step();
        return this.#holds(node.source, offset) && next(offset, captures);
      case "sequence":
        return this.#sequence(
          isForward ? node.items : node.items.toReversed(),
          offset,
          captures,
          isForward,
          next,
        );
      case "choice":
        return node.items.some((item) => this.#match(item, offset, captures, isForward, next));
      case "group":
        return this.#match(node.body, offset, captures, isForward, (end, known) => {
          const all = [...known];
          all[node.number] = isForward ? [offset, end] : [end, offset];
          return next(end, all);
        });
      case "again":
        return this.#again(captures[node.number], offset, isForward, (end) => next(end, captures));
      case "look":
        return this.#look(node, offset, captures, next);
      case "repeat":
        return this.#repeat(node, 0, offset, captures, isForward, next);
      default:
        return node satisfies never;
    }
  }

  #sequence(
    [item, ...others]: readonly Node[],
    offset: number,
    captures: Captures,
    isForward: boolean,
    next: Continue,
  ): boolean {
    if (item === undefined) return next(offset, captures);
    return this.#match(item, offset, captures, isForward, (end, known) =>
      this.#sequence(others, end, known, isForward, next),
    );
  }

  #look(node: Node & { kind: "look" }, offset: number, captures: Captures, next: Continue): boolean {
    let found = captures;
    const isThere = this.#match(node.body, offset, captures, !node.isBehind, (_, known) => {
      found = known;
      return true;
    });
    return isThere !== node.isNegative && next(offset, node.isNegative ? captures : found);
  }

  #repeat(
    node: Node & { kind: "repeat" },
    count: number,
    offset: number,
    captures: Captures,
    isForward: boolean,
    next: Continue,
  ): boolean {
    const { body, least, most, isLazy } = node;
    const more = (): boolean =>
      count < most &&
      this.#match(body, offset, withoutGroups(body, captures), isForward, (end, known) => {
        if (count >= least && end === offset) {
          this.#step();
          return false;
        }
        return this.#repeat(node, count + 1, end, known, isForward, next);
      });
    if (count < least) return more();
    return isLazy ? next(offset, captures) || more() : more() || next(offset, captures);
  }

  #again(
    captured: readonly [number, number] | undefined,
    offset: number,
    isForward: boolean,
    next: (offset: number) => boolean,
  ): boolean {
    const text = captured === undefined ? "" : this.#text.slice(...captured);
    const start = isForward ? offset : offset - text.length;
    // Compared in the direction of the match, up to the first character that differs.
    for (let count = 0; count < text.length; count++) {
      this.#step();
      const index = isForward ? count : text.length - 1 - count;
      if (this.#text[start + index] !== text[index]) return false;
    }
    return next(isForward ? offset + text.length : start);
  }

  #holds(source: "^" | "$" | "\\b", offset: number): boolean {
    if (source === "^") return offset === 0;
    if (source === "$") return offset === this.#text.length;
    const isWord = (at: number): boolean => /^\w$/.test(this.#text.charAt(at));
    return isWord(offset - 1) !== isWord(offset);
  }
}

/** Every repetition starts with the groups inside it unset. */
function withoutGroups(body: Node, captures: Captures): Captures {
  if (captures.length === 0) return captures;
  const inside = groupsOf(body);
  return captures.map((captured, number) => (inside.includes(number) ? undefined : captured));
}

function groupsOf(node: Node): number[] {
  if (node.kind === "sequence" || node.kind === "choice") return node.items.flatMap(groupsOf);
  if (node.kind === "group") return [node.number, ...groupsOf(node.body)];
  return node.kind === "look" || node.kind === "repeat" ? groupsOf(node.body) : [];
}

class TooManySteps extends Error {}
