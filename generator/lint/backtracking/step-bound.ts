import { inputLimits } from "@toolkiln/runtime/vocabulary";
import { automatonOf } from "./pattern-automaton.js";
import { VisitCounter } from "./visit-counter.js";

/** Upper bound of the steps of a backtracking matcher, by text length. */
export type StepBound = (length: number) => number;

/** Characters that are simulated one by one; longer texts are extrapolated. */
const simulatedLength = 2048;
/** Maximum work per pattern: a machine-independent time limit. */
const maxWork = 14_000_000;
/** The start and the end of a text count as characters. */
const edgesOfText = 2;
const maxSteps = 1e10;

export interface PatternAnalysis {
  /** Undefined when the pattern cannot be analyzed, or takes too much work. */
  readonly bound: StepBound | undefined;
  /** Cost of the analysis, in machine-independent steps. */
  readonly work: number;
}

const analyses = new Map<string, PatternAnalysis>();
const maxAnalyses = 10_000;

export function analyzePattern(pattern: string): PatternAnalysis {
  const known = analyses.get(pattern);
  if (known !== undefined) return known;
  const automaton = automatonOf(pattern);
  const counter = automaton && new VisitCounter(automaton);
  const bound = counter && simulate(counter, automaton.sets.length);
  const analysis = {
    bound: bound && ((length: number) => bound(length + edgesOfText)),
    work: pattern.length + (counter?.work ?? 0),
  };
  if (analyses.size >= maxAnalyses) analyses.clear();
  analyses.set(pattern, analysis);
  return analysis;
}

/** Simulates matching character by character; counts the maximum visits of each position and the attempts from there. */
function simulate(counter: VisitCounter, positions: number): StepBound | undefined {
  const totals: number[] = [];
  // Covers at least one iteration of any loop.
  const window = positions + 32;
  const end = Math.max(simulatedLength, 3 * window);
  let [total, max, lastMax] = [0, 0, 0];
  for (let length = 0; length <= end && total < maxSteps; length++) {
    if (counter.work > maxWork) return undefined;
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

/**
 * The longest safe text, up to a maximum: matching it takes few enough steps. `isRepeated`: an input can contain many
 * such texts, which share the free steps.
 */
export function safeLength(bound: StepBound, maxLength: number, isRepeated: boolean): number {
  const isSafe = (length: number): boolean => {
    const texts = isRepeated ? Math.min(inputLimits.values, inputLimits.characters / length) : 1;
    return texts * (bound(length) - stepsPerCharacter * length) <= freeSteps;
  };
  // `low` is safe; twice that length is unsafe or above the maximum.
  let low = 0;
  for (let next = 1; next <= maxLength && isSafe(next); next *= 2) low = next;
  let high = Math.min(maxLength, Math.max(1, 2 * low));
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isSafe(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
