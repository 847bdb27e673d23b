/** Deepest nesting of input that is accepted. */
const maxDepth = 64;

/** Input that cannot be copied as JSON-like data. */
export class UnreadableInputError extends Error {
  override readonly name = "UnreadableInputError";
}

/**
 * Copies input by reading every property once, so that what was validated is what runs, whatever getters,
 * proxies or later writes do to the original.
 */
export function snapshot(value: unknown): unknown {
  return isObject(value) ? copy(value, 0) : value;
}

function copy(value: object, depth: number): unknown {
  if (depth >= maxDepth) {
    throw new UnreadableInputError(`The input is nested more than ${maxDepth} levels deep.`);
  }
  if (Array.isArray(value)) {
    return Array.from(value, (item: unknown) => (isObject(item) ? copy(item, depth + 1) : item));
  }
  // Spreading defines properties instead of assigning them, so a property named `__proto__` stays one.
  const target: Record<string, unknown> = { ...value };
  for (const key in target) {
    const item = target[key];
    if (isObject(item)) target[key] = copy(item, depth + 1);
  }
  return target;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
