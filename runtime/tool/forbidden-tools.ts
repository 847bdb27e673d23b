import type { ToolIndexEntry } from "./tool-spec.js";

/**
 * Tells which tools a list forbids. Whoever forbids a tool means it under any of its names: its id, the name that models
 * see and those that it had before, in any case and however their words are joined.
 */
export function forbiddenBy(
  names: Iterable<string> = [],
): (tool: Pick<ToolIndexEntry, "id" | "wireName" | "renamedFrom">) => boolean {
  const listed = new Set(Array.from(names, fold));
  return ({ id, wireName, renamedFrom = [] }) =>
    [id, wireName, ...renamedFrom].some((name) => listed.has(fold(name)));
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]/g, "");
}
