import { isThenable } from "../../registry/listeners.js";

/** Thenables that resolve to thenables: how many are followed. */
const maxThenables = 16;

/**
 * The outcome of a promise. Somebody else's is followed by hand, because one that resolves to itself would keep the
 * engine's own promises busy indefinitely.
 */
export function followThenable(value: unknown, left: number = maxThenables): Promise<unknown> {
  if (value instanceof Promise || !isThenable(value)) return Promise.resolve(value);
  return new Promise((resolve, reject) => {
    const { then } = value;
    if (left === 0) throw new TypeError("The tool returned a promise without an end.");
    if (typeof then !== "function") return resolve(value);
    let isFollowed = false;
    const goOn = (next: unknown): void => {
      if (isFollowed) return;
      isFollowed = true;
      const rest = followThenable(next, left - 1);
      // One that refuses first and answers afterwards leaves no rejection behind.
      rest.catch(() => {});
      resolve(rest);
    };
    return Reflect.apply(then, value, [goOn, reject]);
  });
}
