import { partsOf, pointerTo } from "./json-pointer.js";

// A pattern is a JSON pointer that stands for several places: in it, `*` is any name, and `~2` the character `*` of a
// name.

/** The pattern of what has a name in the places of another pattern. */
export function patternTo(pattern: string, name: string): string {
  return pattern + pointerTo("", name).replaceAll("*", "~2");
}

/** The names along a pattern; undefined where any will do. */
export function namesAlong(pattern: string): readonly (string | undefined)[] {
  const parts = pattern.split("/").slice(1);
  return parts.map((part) => (part === "*" ? undefined : partsOf(`/${part.replaceAll("~2", "*")}`)[0]));
}

/** Whether a pointer meets one of some patterns: at it, below it, or on the way to it. */
export function meetsAny(pointer: string, patterns: readonly string[] = []): boolean {
  const parts = partsOf(pointer);
  return patterns.some((pattern) =>
    namesAlong(pattern).every(
      (name, index) => index >= parts.length || name === undefined || name === parts[index],
    ),
  );
}
