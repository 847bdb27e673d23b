import type { ToolSpec } from "@toolkiln/runtime";
import { compareRisk } from "@toolkiln/runtime/vocabulary";
import type { ToolsetSelector } from "../config.js";
import { compareTexts } from "./compare-texts.js";

/** A tool as far as toolsets ask about it. */
interface Selectable {
  readonly spec: Pick<ToolSpec, "id" | "tags" | "category" | "risk">;
}

/** Finds the tools of each toolset. */
export function toolsetMembers<Tool extends Selectable>(
  tools: readonly Tool[],
  selectors: Readonly<Record<string, ToolsetSelector>> = {},
): Readonly<Record<string, readonly Tool[]>> {
  return Object.fromEntries(
    Object.entries(selectors)
      .toSorted(([a], [b]) => compareTexts(a, b))
      .map(([name, selector]) => [name, tools.filter((tool) => isMember(tool, selector))]),
  );
}

function isMember({ spec }: Selectable, { ids, tags, categories, maxRisk }: ToolsetSelector): boolean {
  if (ids?.includes(spec.id) === true) return true;
  if (tags === undefined && categories === undefined && maxRisk === undefined) return false;
  return (
    (tags === undefined || tags.some((tag) => spec.tags?.includes(tag) === true)) &&
    (categories === undefined || categories.includes(spec.category)) &&
    (maxRisk === undefined || compareRisk(spec.risk, maxRisk) <= 0)
  );
}
