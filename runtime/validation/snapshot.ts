import type { ToolValidationError } from "./tool-validation-error.js";

/** Maximum input size: nesting levels, values, and characters including property names. */
export const inputLimits = { depth: 64, values: 250_000, characters: 33_554_432 } as const;

class UnreadableInputError extends Error {}

/** Why an input could not be copied. Does not quote the error of a getter. */
export function unreadableInput(error: unknown): ToolValidationError {
  const message = error instanceof UnreadableInputError ? error.message : "The input could not be read.";
  return { parameterName: "", message, errorCode: "unreadable_input" };
}

/** The number of values and characters that may still follow. */
type Budget = { [Limit in "values" | "characters"]: number };

/** Copies input, reading every property once: getters, proxies and later writes cannot change what was validated. */
export function snapshot(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { values, characters } = inputLimits;
  return copy(value, 1, { values, characters });
}

function copy(value: object, depth: number, budget: Budget): unknown {
  if (depth > inputLimits.depth)
    throw new UnreadableInputError(`The input is nested more than ${inputLimits.depth} levels deep.`);
  if (Array.isArray(value)) return copyArray(value, depth, budget);
  // Not spread: adding a default to a spread object costs ten times as much as this copy.
  const target: Record<string, unknown> = {};
  // The fastest loop: a list of keys, or `Object.hasOwn`, takes a third longer.
  for (const key in value) {
    if (!Object.prototype.hasOwnProperty.call(value, key)) continue;
    if (key === "__proto__") throw new UnreadableInputError("A property cannot be named '__proto__'.");
    if (--budget.values < 0) throw tooMuch("values");
    if ((budget.characters -= key.length) < 0) throw tooMuch("characters");
    const item: unknown = value[key as keyof typeof value];
    if (typeof item === "object" && item !== null) target[key] = copy(item, depth + 1, budget);
    else if (item !== undefined) {
      take(item, budget);
      target[key] = item;
    }
  }
  return target;
}

function copyArray(value: readonly unknown[], depth: number, budget: Budget): unknown[] {
  const { length } = value;
  // Checked first, because a sparse array or a proxy can claim any length.
  if ((budget.values -= length) < 0) throw tooMuch("values");
  const target: unknown[] = [];
  for (let index = 0; index < length; index++) {
    const item = value[index];
    if (typeof item === "object" && item !== null) target.push(copy(item, depth + 1, budget));
    else {
      take(item, budget);
      target.push(item);
    }
  }
  return target;
}

function take(item: unknown, budget: Budget): void {
  if (typeof item === "string") {
    if ((budget.characters -= item.length) >= 0) return;
    throw tooMuch("characters");
  }
  if (typeof item === "function" || typeof item === "symbol" || typeof item === "bigint") {
    throw new UnreadableInputError(`The input contains a ${typeof item}, which is not JSON.`);
  }
}

function tooMuch(limit: keyof Budget): UnreadableInputError {
  const what = limit === "values" ? limit : "characters of text";
  return new UnreadableInputError(`The input has more than ${inputLimits[limit]} ${what}.`);
}
