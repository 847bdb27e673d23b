import { inputLimits } from "@toolkiln/runtime/vocabulary";
import type { StepBound } from "./worst-steps.js";

/** Steps that one text may take in any case: some twenty milliseconds. */
const freeSteps = 20_000_000;
/** Steps for each character beyond that; a plain repetition takes three. */
const stepsPerCharacter = 128;
/** Whether a pattern takes few enough steps for one text of some length. */
export function isFast(bound: StepBound, length: number): boolean {
  return bound(length) - stepsPerCharacter * length <= freeSteps;
}

/** Lengths that are looked at one by one; beyond them, steps only grow. */
const small = 2048;

/**
 * The longest text, up to a length, for which a pattern takes few enough steps. `isRepeated` when an input can hold any
 * number of such texts: they share the free steps, as many as fit into an input.
 */
export function safeLength(bound: StepBound, longest: number, isRepeated: boolean): number {
  const lengths = known.get(bound) ?? new Map<string, number>();
  known.set(bound, lengths);
  const key = `${longest} ${isRepeated}`;
  const length = lengths.get(key) ?? findLength(bound, longest, isRepeated);
  lengths.set(key, length);
  return length;
}

/** Many tools have the same pattern, whose bound is kept. */
const known = new WeakMap<StepBound, Map<string, number>>();

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
