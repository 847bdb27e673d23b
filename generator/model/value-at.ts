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
