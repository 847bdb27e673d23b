/** A mapping from a file. */
export type JsonObject = { readonly [key: string]: unknown };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value if it is a mapping, otherwise an empty one. */
export const asObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

/** The items of a list with their indexes; empty for other values. */
export function itemsOf(value: unknown): Iterable<[position: number, item: unknown]> {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.entries();
}

/** The value at a path; undefined when there is none. */
export function valueAt(root: unknown, path: readonly (string | number)[]): unknown {
  const memberOf = (value: unknown, step: string | number): unknown =>
    typeof value === "object" && value !== null && Object.hasOwn(value, step)
      ? Reflect.get(value, step)
      : undefined;
  return path.reduce(memberOf, root);
}

/** A string that is equal for values that are equal in JSON Schema, whatever their key order. */
export function jsonKey(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (!isJsonObject(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  });
}
