import { anythingNext, intersect, rangesOf, textEdges, union, type Ranges } from "./character-ranges.js";
import { never, textEnd, textStart, type PatternAutomaton } from "./pattern-automaton.js";

/** Maximum pairs of positions to check; beyond it, all pairs with a common character count as simultaneous. */
const maxPairs = 1_500_000;

/** The positions that a matcher visits, plus one for the start of the text and one for each later attempt. */
export interface VisitedPositions {
  readonly start: number;
  readonly transitions: readonly ReadonlyMap<number, number>[];
  /** Positions from which the match always succeeds: at most one is visited at any offset. */
  readonly certain: ReadonlySet<number>;
  /** Table of 0 and 1: whether some text lets a matcher visit both positions at the same offset. */
  readonly simultaneous: Uint8Array;
  readonly comparisons: number;
}

/** Finds the positions that a matcher can visit when it tries every offset until one matches. */
export function visitedPositions(automaton: PatternAutomaton): VisitedPositions {
  const { characters, first, next, isOptional } = automaton;
  const known = new Map<string, Ranges>([
    [textStart, textEdges.before],
    [textEnd, textEdges.after],
    [never, []],
  ]);
  for (const source of characters) if (!known.has(source)) known.set(source, rangesOf(source));
  // The first of the later attempts begins together with a `^`.
  const anywhere = union([textEdges.before, anythingNext]);
  const ranges = [...characters.map((source) => known.get(source) ?? []), textEdges.before, anywhere];
  const [start, restart] = [characters.length, characters.length + 1];
  const isAtStart = ([position]: readonly [number, number]): boolean => characters[position] === textStart;
  const atStart = new Map([...first].filter(isAtStart)).set(restart, 1);
  const inside = new Map([...first].filter((entry) => !isAtStart(entry)));
  if (!isOptional) inside.set(restart, 1);
  const transitions = [...next, atStart, inside];
  const certain = certainPositions(automaton, transitions, ranges);
  return { start, transitions, certain, ...simultaneousPositions(transitions, certain, overlaps(ranges)) };
}

/** Positions after which the pattern can end, and those from which any text leads to such a position. */
function certainPositions(
  { accepting, hasAssertions }: PatternAutomaton,
  transitions: VisitedPositions["transitions"],
  ranges: readonly Ranges[],
): ReadonlySet<number> {
  if (hasAssertions) return accepting;
  const isCovered = (position: number, following: (target: number) => boolean): boolean => {
    const targets = [...(transitions[position]?.keys() ?? [])].filter(following);
    // Fast pre-check: few positions can precede the end of the text, and comparing ranges is slower.
    if (!targets.some((target) => ranges[target] === textEdges.after)) return false;
    const covered = union(targets.map((target) => ranges[target] ?? []));
    return covered.some(([from, to]) => from <= 0 && to === anythingNext[0]?.[1]);
  };
  const certain = new Set(
    [...ranges.keys()].filter((one) => accepting.has(one) || isCovered(one, () => true)),
  );
  for (let before = -1; before !== certain.size;) {
    before = certain.size;
    for (const one of certain)
      if (!accepting.has(one) && !isCovered(one, (target) => certain.has(target))) certain.delete(one);
  }
  return certain;
}

/** Whether two positions have a character in common; positions with the same characters are compared once. */
function overlaps(ranges: readonly Ranges[]): (one: number, other: number) => boolean {
  const kinds = [...new Set(ranges)];
  const numbers = new Map(kinds.map((kind, index) => [kind, index]));
  const kindOf = ranges.map((kind) => numbers.get(kind) ?? 0);
  const table = kinds.map((one) => kinds.map((other) => intersect(one, other)));
  return (one, other) => table[kindOf[one] ?? 0]?.[kindOf[other] ?? 0] === true;
}

function simultaneousPositions(
  transitions: VisitedPositions["transitions"],
  certain: ReadonlySet<number>,
  overlap: (one: number, other: number) => boolean,
): Pick<VisitedPositions, "simultaneous" | "comparisons"> {
  const count = transitions.length;
  const targets = transitions.map((following) => [...following.keys()]);
  // A match that reaches a certain position succeeds, so no later offset is tried.
  const isFinal = (position: number): boolean => position === count - 1 || certain.has(position);
  const canMeet = (one: number, other: number): boolean =>
    one !== other && overlap(one, other) && !(isFinal(one) && isFinal(other));
  const pairs = new Uint8Array(count * count);
  const waiting = transitions.map((_, position) => position * count + position);
  let comparisons = 0;
  for (
    let pair: number | undefined = waiting.pop();
    pair !== undefined && comparisons <= maxPairs;
    pair = waiting.pop()
  ) {
    const others = targets[pair % count] ?? [];
    for (const one of targets[Math.floor(pair / count)] ?? []) {
      for (const other of others) {
        comparisons++;
        const found: number = one * count + other;
        if (pairs[found] === 1 || !canMeet(one, other)) continue;
        pairs[found] = 1;
        pairs[other * count + one] = 1;
        waiting.push(found);
      }
    }
  }
  if (comparisons <= maxPairs) return { simultaneous: pairs, comparisons };
  const all = pairs.map((_, pair) => (canMeet(Math.floor(pair / count), pair % count) ? 1 : 0));
  return { simultaneous: all, comparisons };
}
