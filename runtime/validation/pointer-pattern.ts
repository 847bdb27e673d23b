import { partsOf } from "./json-pointer.js";

/**
 * The names along a JSON pointer that stands for several places: undefined where `*` stands for any name. A property
 * that is itself named `*` is written `~2`.
 */
export function namesAlong(pattern: string): readonly (string | undefined)[] {
  const parts = pattern.split("/").slice(1);
  return parts.map((part) => (part === "*" ? undefined : partsOf(`/${part.replaceAll("~2", "*")}`)[0]));
}

/** Whether a pointer meets a pattern: at it, below it, or on the way to it. */
export function meets(pointer: string, pattern: string): boolean {
  const parts = partsOf(pointer);
  return namesAlong(pattern).every(
    (name, index) => index >= parts.length || name === undefined || name === parts[index],
  );
}
