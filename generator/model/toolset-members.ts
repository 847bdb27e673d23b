import { compareRisk } from "@toolkiln/runtime";
import type { ToolsetSelector } from "../config.js";
import type { ToolModel } from "../model/tool-model.js";

/** Finds the tools of each toolset. */
export function toolsetMembers(
  models: readonly ToolModel[],
  selectors: Readonly<Record<string, ToolsetSelector>> = {},
): Readonly<Record<string, readonly ToolModel[]>> {
  return Object.fromEntries(
    Object.entries(selectors)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, selector]) => [name, models.filter((model) => isMember(model, selector))]),
  );
}

function isMember({ spec }: ToolModel, { ids, tags, categories, maxRisk }: ToolsetSelector): boolean {
  if (ids?.includes(spec.id) === true) return true;
  if (tags === undefined && categories === undefined && maxRisk === undefined) return false;
  return (
    (tags === undefined || tags.some((tag) => spec.tags?.includes(tag) === true)) &&
    (categories === undefined || categories.includes(spec.category)) &&
    (maxRisk === undefined || compareRisk(spec.risk, maxRisk) <= 0)
  );
}
