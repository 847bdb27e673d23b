import { inputLimits } from "@toolkiln/runtime/vocabulary";
import { automatonOf, type PatternAutomaton } from "./pattern-automaton.js";
import { readPattern } from "./pattern-tree.js";
import { visitedPositions } from "./visited-positions.js";
import { VisitCounter } from "./visit-counter.js";

/** Upper bound of the steps of a backtracking matcher, by text length. */
export type StepBound = (length: number) => number;

/** Characters that are simulated one by one; longer texts are extrapolated. */
const simulatedLength = 2048;
/** Maximum additions per pattern: a machine-independent time limit. */
const maxAdditions = 12_000_000;
/** The start and the end of a text count as characters. */
const edgesOfText = 2;
const maxSteps = 1e10;

export interface PatternAnalysis {
  /** Undefined when the pattern is too large to analyze, or has a lookbehind or a backreference. */
  readonly bound: StepBound | undefined;
  /** Cost of the analysis, in machine-independent steps. */
  readonly work: number;
}

const analyses = new Map<string, PatternAnalysis>();
const maxAnalyses = 10_000;

export function analyzePattern(pattern: string): PatternAnalysis {
  const known = analyses.get(pattern);
  if (known !== undefined) return known;
  const tree = readPattern(pattern);
  const automaton = tree && automatonOf(tree);
  const { bound, work } = automaton ? stepsOf(automaton) : { bound: undefined, work: 0 };
  const analysis = { bound, work: pattern.length + work };
  if (analyses.size >= maxAnalyses) analyses.clear();
  analyses.set(pattern, analysis);
  return analysis;
}

/** Simulates a text character by character: the maximum visits of each position, and the attempts from there. */
function stepsOf(automaton: PatternAutomaton): PatternAnalysis {
  const positions = visitedPositions(automaton);
  const { first, last } = automaton;
  const attempts = [...positions.transitions.slice(0, -1), first].map(
    (targets, from) =>
      1 + (last.get(from) ?? 0) + [...targets.values()].reduce((sum, count) => sum + count, 0),
  );
  const counter = new VisitCounter(positions, attempts);
  const bound = simulate(counter, positions.transitions.length);
  return {
    bound: bound && ((length) => bound(length + edgesOfText)),
    work: positions.comparisons + positions.transitions.length ** 2 + counter.additions,
  };
}

function simulate(counter: VisitCounter, positions: number): StepBound | undefined {
  const totals: number[] = [];
  // Covers at least one iteration of any loop.
  const window = positions + 32;
  const end = Math.max(simulatedLength, 3 * window);
  let [total, max, lastMax] = [0, 0, 0];
  for (let length = 0; length <= end && total < maxSteps; length++) {
    if (counter.additions > maxAdditions) return undefined;
    const steps = counter.steps();
    totals.push((total += steps));
    max = Math.max(max, counter.visits());
    if (!counter.advance()) return linearBound(totals, steps);
    if (length === 0 || length % window > 0) continue;
    if (max <= lastMax) return linearBound(totals, (total - (totals[length - window] ?? 0)) / window);
    [lastMax, max] = [max, 0];
  }
  return polynomialBound(totals);
}

/** Totals that grow linearly with the length. */
function linearBound(totals: readonly number[], slope: number): StepBound {
  const last = totals.length - 1;
  return (length) => totals[length] ?? (totals[last] ?? 0) + slope * (length - last);
}

/** Totals that grow with a power of the length. */
function polynomialBound(totals: readonly number[]): StepBound {
  const last = totals.length - 1;
  const total = totals[last] ?? 0;
  const power = Math.max(2, Math.round(Math.log2(total / (totals[last >> 1] ?? 1))));
  return (length) => totals[length] ?? (total < maxSteps ? total * (length / last) ** power : Infinity);
}

/** Steps that are always allowed: about twenty milliseconds. */
const freeSteps = 20_000_000;
/** Additional steps allowed per character; a simple repetition takes three. */
const stepsPerCharacter = 128;

/** Lengths up to this are tried one by one; beyond it, a binary search works because steps only grow. */
const scanLimit = 2048;

/**
 * The longest safe text, up to a maximum: matching it takes few enough steps. `isRepeated`: an input can contain many
 * such texts, which share the free steps.
 */
export function safeLength(bound: StepBound, maxLength: number, isRepeated: boolean): number {
  const lengths = knownLengths.get(bound) ?? new Map<string, number>();
  knownLengths.set(bound, lengths);
  const key = `${maxLength} ${isRepeated}`;
  const length = lengths.get(key) ?? findLength(bound, maxLength, isRepeated);
  lengths.set(key, length);
  return length;
}

/** Cache: many tools have the same pattern. */
const knownLengths = new WeakMap<StepBound, Map<string, number>>();

function findLength(bound: StepBound, maxLength: number, isRepeated: boolean): number {
  const isSafe = (length: number): boolean => {
    const texts = isRepeated ? Math.min(inputLimits.values, inputLimits.characters / length) : 1;
    return texts * (bound(length) - stepsPerCharacter * length) <= freeSteps;
  };
  let [low, high] = [Math.min(maxLength, scanLimit), maxLength];
  for (let length = 1; length <= low; length++) if (!isSafe(length)) return length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isSafe(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
