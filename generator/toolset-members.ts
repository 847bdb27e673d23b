import type { ToolSpec } from "@toolkiln/runtime";
import { compareRisk } from "@toolkiln/runtime/vocabulary";
import type { ToolsetSelector } from "./config.js";
import { compareTexts } from "./values/compare-texts.js";

/** The tool fields that selectors use. */
export type SelectableTool = Pick<ToolSpec, "id" | "tags" | "category" | "risk">;

/** Finds the tools of each toolset. */
export function toolsetMembers<Tool extends { readonly spec: SelectableTool }>(
  tools: readonly Tool[],
  selectors: Readonly<Record<string, ToolsetSelector>> = {},
): Readonly<Record<string, readonly Tool[]>> {
  return Object.fromEntries(
    Object.entries(selectors)
      .toSorted(([a], [b]) => compareTexts(a, b))
      .map(([name, selector]) => [name, tools.filter(({ spec }) => isInToolset(spec, selector))]),
  );
}

/** Whether a tool belongs to a toolset. */
export function isInToolset(
  tool: SelectableTool,
  { ids, tags, categories, maxRisk }: ToolsetSelector,
): boolean {
  if (ids?.includes(tool.id) === true) return true;
  if (tags === undefined && categories === undefined && maxRisk === undefined) return false;
  return (
    (tags === undefined || tags.some((tag) => tool.tags?.includes(tag) === true)) &&
    (categories === undefined || categories.includes(tool.category)) &&
    (maxRisk === undefined || compareRisk(tool.risk, maxRisk) <= 0)
  );
}
