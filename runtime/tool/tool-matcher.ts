import type { ToolIndexEntry } from "./tool-spec.js";

/**
 * Makes the test for tools that a list names. A tool is named by any of its names: its id, its wire name and its former
 * ids, in any case and however their words are joined.
 */
export function toolMatcher(
  names: Iterable<string> = [],
): (tool: Pick<ToolIndexEntry, "id" | "wireName" | "renamedFrom">) => boolean {
  const listed = new Set(Array.from(names, lettersOf));
  return ({ id, wireName, renamedFrom = [] }) =>
    listed.size > 0 && [id, wireName, ...renamedFrom].some((name) => listed.has(lettersOf(name)));
}

/** A name without what joins its words, in one case. */
function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]/g, "");
}
