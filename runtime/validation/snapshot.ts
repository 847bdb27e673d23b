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
  return typeof value === "object" && value !== null ? copy(value, 0) : value;
}

function copy(value: object, depth: number): unknown {
  if (depth >= maxDepth) {
    throw new UnreadableInputError(`The input is nested more than ${maxDepth} levels deep.`);
  }
  // Spreading defines properties instead of assigning them, so a property named `__proto__` stays one.
  const target: Record<string, unknown> | unknown[] = Array.isArray(value)
    ? [...(value as readonly unknown[])]
    : { ...value };
  for (const key in target) {
    const item: unknown = Reflect.get(target, key);
    if (typeof item === "object" && item !== null) Reflect.set(target, key, copy(item, depth + 1));
  }
  return target;
}
