/** The maximum number of checks; each may take a while. */
const mostChecks = 400;

/** Removes parts of an input (text, lists, objects) as long as the check still fails in the same way. */
export async function smallest<Input>(
  input: Input,
  isStillWrong: (input: Input) => Promise<boolean>,
): Promise<Input> {
  let [best, checks] = [input, 0];
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false;
    for (const candidate of smaller(best)) {
      if (++checks > mostChecks) return best;
      // Removing a part may leave a value that is valid, or wrong in another way.
      if (!(await isStillWrong(candidate as Input))) continue;
      [best, isSmaller] = [candidate as Input, true];
      break;
    }
  }
  return best;
}

function* smaller(value: unknown): Iterable<unknown> {
  if (typeof value === "string") {
    const lines = value.split(/(?<=\n)/);
    for (const kept of withoutSome(lines.length > 1 ? lines : Array.from(value))) yield kept.join("");
  } else if (Array.isArray(value)) {
    yield* withoutSome(value);
    for (const [index, item] of value.entries())
      for (const other of smaller(item)) yield value.with(index, other);
  } else if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    for (const kept of withoutSome(entries)) yield Object.fromEntries(kept);
    for (const [key, item] of entries) for (const other of smaller(item)) yield { ...value, [key]: other };
  }
}

/** The list without one half, without one quarter, …, without one item. */
function* withoutSome<Item>(items: readonly Item[]): Iterable<Item[]> {
  for (let size = Math.ceil(items.length / 2); size > 0; size = Math.floor(size / 2))
    for (let from = 0; from < items.length; from += size) yield items.toSpliced(from, size);
}
