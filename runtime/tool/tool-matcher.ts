import type { ToolIndexEntry } from "./tool-spec.js";

/** Matches listed tools by id, wire name and former ids, ignoring case and word separators. */
export function toolMatcher(
  names: Iterable<string> = [],
): (tool: Pick<ToolIndexEntry, "id" | "wireName" | "renamedFrom">) => boolean {
  const listed = new Set(Array.from(names, lettersOf));
  return ({ id, wireName, renamedFrom = [] }) =>
    listed.size > 0 && [id, wireName, ...renamedFrom].some((name) => listed.has(lettersOf(name)));
}

const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[-_.]/g, "");
