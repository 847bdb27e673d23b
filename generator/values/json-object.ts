/** A mapping as it comes out of a file. */
export type JsonObject = { readonly [key: string]: unknown };

/** Whether a value is a mapping. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The items of a list with their positions; none of what is no list. */
export function itemsOf(value: unknown): Iterable<[position: number, item: unknown]> {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.entries();
}

/** What stands at a path inside a value; undefined when there is no such thing. */
export function valueAt(root: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, step)
        ? (Reflect.get(value, step) as unknown)
        : undefined,
    root,
  );
}
