import { isObject } from "./value-type.js";

/** The names in a pointer, unescaped. */
export function partsOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The pointer to a member of the value at another pointer. */
export function pointerTo(pointer: string, member: string): string {
  return `${pointer}/${member.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The value at a pointer, own properties only; undefined if missing. */
export function valueAt(root: unknown, pointer: string): unknown {
  return valueAlong(root, partsOf(pointer));
}

/** The value at a path of own properties; undefined if missing. */
export function valueAlong(root: unknown, names: readonly string[]): unknown {
  let value = root;
  for (const name of names) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = Reflect.get(value, name);
  }
  return value;
}

/** A parameter's name in errors: its name at the top level, otherwise its pointer. */
export function parameterNameOf(pointer: string): string {
  const [name, ...nested] = partsOf(pointer);
  return nested.length === 0 ? (name ?? "") : pointer;
}

// A pattern is a JSON pointer that can match several places: `*` matches any name, `~2` is a literal `*`.

/** Appends a property name to a pattern. */
export function patternTo(pattern: string, name: string): string {
  return pattern + pointerTo("", name).replaceAll("*", "~2");
}

/** The names of a pattern; undefined for `*`. */
export function patternNames(pattern: string): readonly (string | undefined)[] {
  const parts = pattern.split("/").slice(1);
  return parts.map((part) => (part === "*" ? undefined : partsOf(`/${part.replaceAll("~2", "*")}`)[0]));
}

/** Whether a pointer matches a pattern, or is below or above a match. */
export function overlapsAny(pointer: string, patterns: readonly string[] = []): boolean {
  const parts = partsOf(pointer);
  const overlaps = (name: string | undefined, index: number): boolean =>
    index >= parts.length || name === undefined || name === parts[index];
  return patterns.some((pattern) => patternNames(pattern).every(overlaps));
}
