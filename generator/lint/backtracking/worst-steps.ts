import { automatonOf, type PatternAutomaton } from "./pattern-automaton.js";
import { readPattern, type PatternTree } from "./pattern-tree.js";
import { visitedPlaces } from "./visited-places.js";
import { VisitCounter } from "./visit-counter.js";

/** An upper bound of the steps that a backtracking matcher takes for any text of some length. */
export type StepBound = (length: number) => number;

/** Characters of a text that are followed one by one; longer ones are extrapolated. */
const longest = 2048;
/** Additions for one pattern, so that the verdict does not depend on the machine. */
const mostAdditions = 12_000_000;
/** Levels of lookbehinds inside lookbehinds; a backreference can lead back to the one that it is in. */
const deepest = 3;
/** The start and the end of a text count as characters. */
const edgesOfText = 2;
/** Steps that are too many for any text. */
const countless = 1e10;

/** What is known of a pattern. */
export interface PatternVerdict {
  /** Undefined when the pattern is too large to be judged. */
  readonly bound: StepBound | undefined;
  /** What judging cost, in steps that are the same on every machine. */
  readonly work: number;
}

const verdicts = new Map<string, PatternVerdict>();
const mostVerdicts = 10_000;

/** Judges a valid pattern with the flag `u`. */
export function judgePattern(pattern: string): PatternVerdict {
  const known = verdicts.get(pattern);
  if (known !== undefined) return known;
  const tree = readPattern(pattern);
  const cost = { work: pattern.length };
  const bound = tree && boundOf(tree, "forward", cost);
  const verdict = { bound, work: cost.work };
  if (verdicts.size >= mostVerdicts) verdicts.clear();
  verdicts.set(pattern, verdict);
  return verdict;
}

interface Cost {
  work: number;
}

function boundOf(
  tree: PatternTree,
  direction: "forward" | "backward",
  cost: Cost,
  depth = 0,
): StepBound | undefined {
  const automaton = depth < deepest ? automatonOf(tree, direction) : undefined;
  const own = automaton && stepsOf(automaton, direction === "forward", cost);
  const behind = [...(automaton?.behind ?? [])].map((body) => boundOf(body, "backward", cost, depth + 1));
  if (own === undefined || behind.includes(undefined)) return undefined;
  // Every step may be one that matches something backwards.
  return (length) =>
    own(length + edgesOfText) * Math.max(1, ...behind.map((bound) => 1 + (bound?.(length) ?? Infinity)));
}

/** Follows a text character by character: how often each place is visited, at most, and what is tried from there. */
function stepsOf(automaton: PatternAutomaton, restarts: boolean, cost: Cost): StepBound | undefined {
  const places = visitedPlaces(automaton, restarts);
  const { first, last } = automaton;
  const attempts = [...places.ways.slice(0, -1), first].map(
    (ways, place) => 1 + (last.get(place) ?? 0) + [...ways.values()].reduce((sum, count) => sum + count, 0),
  );
  const counter = new VisitCounter(places, attempts);
  cost.work += places.looks + places.ways.length ** 2;
  const bound = follow(counter, places.ways.length);
  cost.work += counter.additions;
  return bound;
}

function follow(counter: VisitCounter, places: number): StepBound | undefined {
  const totals: number[] = [];
  // A loop of several characters comes round within a stretch.
  const stretch = places + 32;
  const end = Math.max(longest, 3 * stretch);
  let [total, most, mostBefore] = [0, 0, 0];
  for (let length = 0; length <= end && total < countless; length++) {
    if (counter.additions > mostAdditions) return undefined;
    const steps = counter.steps();
    totals.push((total += steps));
    most = Math.max(most, counter.visits());
    if (!counter.advance()) return steady(totals, steps);
    if (length === 0 || length % stretch > 0) continue;
    if (most <= mostBefore) return steady(totals, (total - (totals[length - stretch] ?? 0)) / stretch);
    [mostBefore, most] = [most, 0];
  }
  return growing(totals);
}

/** Totals that grow by the same for every further character. */
function steady(totals: readonly number[], slope: number): StepBound {
  const last = totals.length - 1;
  return (length) => totals[length] ?? (totals[last] ?? 0) + slope * (length - last);
}

/** Totals that grow with a power of the length. */
function growing(totals: readonly number[]): StepBound {
  const last = totals.length - 1;
  const total = totals[last] ?? 0;
  const power = Math.max(2, Math.round(Math.log2(total / (totals[last >> 1] ?? 1))));
  return (length) => totals[length] ?? (total < countless ? total * (length / last) ** power : Infinity);
}
