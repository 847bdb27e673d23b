import { inputLimits } from "@toolkiln/runtime/vocabulary";
import { automatonOf, type PatternAutomaton } from "./pattern-automaton.js";
import { readPattern } from "./pattern-tree.js";
import { visitedPlaces } from "./visited-places.js";
import { VisitCounter } from "./visit-counter.js";

/** Upper bound of the steps of a backtracking matcher, by text length. */
export type StepBound = (length: number) => number;

/** Characters that are simulated one by one; longer texts are extrapolated. */
const longest = 2048;
/** Maximum additions per pattern: a limit that does not depend on the machine. */
const mostAdditions = 12_000_000;
/** The start and the end of a text count as characters. */
const edgesOfText = 2;
const countless = 1e10;

export interface PatternVerdict {
  /** Undefined when the pattern is too large to analyze, or has a lookbehind or a backreference. */
  readonly bound: StepBound | undefined;
  /** Cost of the analysis, in machine-independent steps. */
  readonly work: number;
}

const verdicts = new Map<string, PatternVerdict>();
const mostVerdicts = 10_000;

export function judgePattern(pattern: string): PatternVerdict {
  const known = verdicts.get(pattern);
  if (known !== undefined) return known;
  const tree = readPattern(pattern);
  const automaton = tree && automatonOf(tree);
  const { bound, work } = automaton ? stepsOf(automaton) : { bound: undefined, work: 0 };
  const verdict = { bound, work: pattern.length + work };
  if (verdicts.size >= mostVerdicts) verdicts.clear();
  verdicts.set(pattern, verdict);
  return verdict;
}

/** Simulates a text character by character: the maximum visits of each place, and the attempts from there. */
function stepsOf(automaton: PatternAutomaton): PatternVerdict {
  const places = visitedPlaces(automaton);
  const { first, last } = automaton;
  const attempts = [...places.ways.slice(0, -1), first].map(
    (ways, place) => 1 + (last.get(place) ?? 0) + [...ways.values()].reduce((sum, count) => sum + count, 0),
  );
  const counter = new VisitCounter(places, attempts);
  const bound = follow(counter, places.ways.length);
  return {
    bound: bound && ((length) => bound(length + edgesOfText)),
    work: places.looks + places.ways.length ** 2 + counter.additions,
  };
}

function follow(counter: VisitCounter, places: number): StepBound | undefined {
  const totals: number[] = [];
  // At least one round of any loop.
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

/** Totals that grow linearly with the length. */
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

/** Steps that are always allowed: about twenty milliseconds. */
const freeSteps = 20_000_000;
/** Steps for each character beyond that; a plain repetition takes three. */
const stepsPerCharacter = 128;

/** Lengths tried one by one; beyond them, steps only grow. */
const small = 2048;

/**
 * The longest text, up to a length, for which a pattern takes few enough steps. `isRepeated`: an input can contain many
 * such texts, and all that fit into one input share the free steps.
 */
export function safeLength(bound: StepBound, longest: number, isRepeated: boolean): number {
  const lengths = knownLengths.get(bound) ?? new Map<string, number>();
  knownLengths.set(bound, lengths);
  const key = `${longest} ${isRepeated}`;
  const length = lengths.get(key) ?? findLength(bound, longest, isRepeated);
  lengths.set(key, length);
  return length;
}

/** Cache: many tools have the same pattern. */
const knownLengths = new WeakMap<StepBound, Map<string, number>>();

function findLength(bound: StepBound, longest: number, isRepeated: boolean): number {
  const isSafe = (length: number): boolean => {
    const texts = isRepeated ? Math.min(inputLimits.values, inputLimits.characters / length) : 1;
    return texts * (bound(length) - stepsPerCharacter * length) <= freeSteps;
  };
  for (let length = 1; length <= Math.min(longest, small); length++) if (!isSafe(length)) return length - 1;
  let [low, high] = [Math.min(longest, small), longest];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isSafe(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
