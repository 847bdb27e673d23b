import { anythingNext, intersect, rangesOf, textEdges, union, type Ranges } from "./character-ranges.js";
import { never, textEnd, textStart, type PatternAutomaton } from "./pattern-automaton.js";

/** Maximum pairs of places to check; beyond it, all pairs with a common character count as shared. */
const mostPairs = 1_500_000;

/** The places of a pattern as a matcher visits them, with one before the text and one for every further start. */
export interface VisitedPlaces {
  readonly start: number;
  readonly ways: readonly ReadonlyMap<number, number>[];
  /** Places from which the match always succeeds: at most one is visited at any offset. */
  readonly sure: ReadonlySet<number>;
  /** Table of 0 and 1: whether some text lets a matcher visit both places at the same offset. */
  readonly shared: Uint8Array;
  readonly looks: number;
}

/** Finds what a matcher can visit when it tries every offset until it succeeds. */
export function visitedPlaces(automaton: PatternAutomaton): VisitedPlaces {
  const { characters, first, next, isOptional } = automaton;
  const known = new Map<string, Ranges>([
    [textStart, textEdges.before],
    [textEnd, textEdges.after],
    [never, []],
  ]);
  for (const source of characters) if (!known.has(source)) known.set(source, rangesOf(source));
  const ranges = [...characters.map((source) => known.get(source) ?? []), textEdges.before, anythingNext];
  const [start, restart] = [characters.length, characters.length + 1];
  const isAtStart = ([place]: readonly [number, number]): boolean => characters[place] === textStart;
  const atStart = new Map([...first].filter(isAtStart)).set(restart, 1);
  const inside = new Map([...first].filter((way) => !isAtStart(way)));
  if (!isOptional) inside.set(restart, 1);
  const ways = [...next, atStart, inside];
  const sure = surePlaces(automaton, ways, ranges);
  return { start, ways, sure, ...sharedPlaces(ways, sure, overlaps(ranges)) };
}

/** Places after which the pattern can end, and those from which any text leads to such a place. */
function surePlaces(
  { free, hasAssertions }: PatternAutomaton,
  ways: VisitedPlaces["ways"],
  ranges: readonly Ranges[],
): ReadonlySet<number> {
  if (hasAssertions) return free;
  const isCovered = (place: number, following: (target: number) => boolean): boolean => {
    const targets = [...(ways[place]?.keys() ?? [])].filter(following);
    // Fast pre-check: few places can precede the end of the text, and comparing ranges is slower.
    if (!targets.some((target) => ranges[target] === textEdges.after)) return false;
    const covered = union(targets.map((target) => ranges[target] ?? []));
    return covered.some(([from, to]) => from <= 0 && to === anythingNext[0]?.[1]);
  };
  const sure = new Set([...ranges.keys()].filter((place) => free.has(place) || isCovered(place, () => true)));
  for (let before = -1; before !== sure.size;) {
    before = sure.size;
    for (const place of sure)
      if (!free.has(place) && !isCovered(place, (target) => sure.has(target))) sure.delete(place);
  }
  return sure;
}

/** Whether two places have a character in common; places with the same characters are compared once. */
function overlaps(ranges: readonly Ranges[]): (one: number, other: number) => boolean {
  const kinds = [...new Set(ranges)];
  const numbers = new Map(kinds.map((kind, index) => [kind, index]));
  const kindOf = ranges.map((kind) => numbers.get(kind) ?? 0);
  const table = kinds.map((one) => kinds.map((other) => intersect(one, other)));
  return (one, other) => table[kindOf[one] ?? 0]?.[kindOf[other] ?? 0] === true;
}

function sharedPlaces(
  ways: VisitedPlaces["ways"],
  sure: ReadonlySet<number>,
  overlap: (one: number, other: number) => boolean,
): Pick<VisitedPlaces, "shared" | "looks"> {
  const count = ways.length;
  const targets = ways.map((following) => [...following.keys()]);
  // A match that has visited a sure place succeeds, so that no later offset is tried.
  const isFinal = (place: number): boolean => place === count - 1 || sure.has(place);
  const canMeet = (one: number, other: number): boolean =>
    one !== other && overlap(one, other) && !(isFinal(one) && isFinal(other));
  const pairs = new Uint8Array(count * count);
  const waiting = ways.map((_, place) => place * count + place);
  let looks = 0;
  for (
    let pair: number | undefined = waiting.pop();
    pair !== undefined && looks <= mostPairs;
    pair = waiting.pop()
  ) {
    const others = targets[pair % count] ?? [];
    for (const one of targets[Math.floor(pair / count)] ?? []) {
      for (const other of others) {
        looks++;
        const found: number = one * count + other;
        if (pairs[found] === 1 || !canMeet(one, other)) continue;
        pairs[found] = 1;
        pairs[other * count + one] = 1;
        waiting.push(found);
      }
    }
  }
  if (looks <= mostPairs) return { shared: pairs, looks };
  const all = pairs.map((_, pair) => (canMeet(Math.floor(pair / count), pair % count) ? 1 : 0));
  return { shared: all, looks };
}
