import type { ToolCatalog } from "../registry/generated-tools.js";
import type { ToolIndexEntry, ToolSpec } from "../tool/tool-spec.js";

// Both take each item as an argument, because the compiler compares all items of an array literal with each other.

/** Makes the catalogue of all tools from their contracts. */
export function catalogOf(...contracts: readonly { readonly spec: ToolSpec }[]): ToolCatalog {
  return { version: 1, tools: contracts.map(({ spec }) => spec) };
}

/** Makes the index of all tools. */
export function toolIndex<Id extends string>(
  ...entries: readonly ToolIndexEntry<Id>[]
): readonly ToolIndexEntry<Id>[] {
  return entries;
}
