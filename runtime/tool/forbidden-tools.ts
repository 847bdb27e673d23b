import type { ToolIndexEntry } from "./tool-spec.js";

/**
 * Tells which tools a list forbids. Whoever forbids a tool means it under any of its names: its id, the name that models
 * see and those that it had before, in any case and however their words are joined.
 */
export function forbiddenBy(
  names: Iterable<string> = [],
): (tool: Pick<ToolIndexEntry, "id" | "wireName" | "renamedFrom">) => boolean {
  const listed = new Set(Array.from(names, lettersOf));
  return ({ id, wireName, renamedFrom = [] }) =>
    [id, wireName, ...renamedFrom].some((name) => listed.has(lettersOf(name)));
}

/** A name without what joins its words, in one case. */
function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]/g, "");
}
