/** Levels of nesting that an input may have. */
const maxDepth = 64;

/** Properties and items in all. */
const maxValues = 250_000;

/** Characters of text in all, names of properties included. */
const maxCharacters = 33_554_432;

/** What an input may measure; more is refused before it is validated. */
export const inputLimits: { readonly depth: number; readonly values: number; readonly characters: number } = {
  depth: maxDepth,
  values: maxValues,
  characters: maxCharacters,
};

/** Input that cannot be copied as JSON data. */
export class UnreadableInputError extends Error {
  override readonly name = "UnreadableInputError";
}

interface Budget {
  values: number;
  characters: number;
}

/**
 * Copies input by reading every property once, so that what was validated is what runs, whatever getters,
 * proxies or later writes do to the original.
 */
export function snapshot(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return copy(value, 1, { values: maxValues, characters: maxCharacters });
}

function copy(value: object, depth: number, budget: Budget): unknown {
  if (depth > maxDepth) {
    throw new UnreadableInputError(`The input is nested more than ${maxDepth} levels deep.`);
  }
  if (Array.isArray(value)) return copyArray(value, depth, budget);
  // Not spread: adding a default to a spread object costs ten times what copying it like this does.
  const target: Record<string, unknown> = {};
  // Engines know this loop and its question well; a list of the keys, or `Object.hasOwn`, costs a third more.
  for (const key in value) {
    if (!Object.prototype.hasOwnProperty.call(value, key)) continue;
    if (key === "__proto__") throw new UnreadableInputError("A property cannot be named '__proto__'.");
    if (--budget.values < 0) throw tooMuch(maxValues, "values");
    if ((budget.characters -= key.length) < 0) throw tooMuch(maxCharacters, "characters of text");
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
  // Before anything is read, because a sparse array or a proxy can claim any length.
  if ((budget.values -= length) < 0) throw tooMuch(maxValues, "values");
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
    throw tooMuch(maxCharacters, "characters of text");
  }
  if (typeof item === "function" || typeof item === "symbol" || typeof item === "bigint") {
    throw new UnreadableInputError(`The input holds a ${typeof item}, which is not JSON.`);
  }
}

function tooMuch(limit: number, what: string): UnreadableInputError {
  return new UnreadableInputError(`The input has more than ${limit} ${what}.`);
}
