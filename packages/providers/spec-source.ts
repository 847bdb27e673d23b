import type { ToolSpec } from "@toolkiln/runtime";
import type { ToolCatalog } from "@toolkiln/runtime/vocabulary";

/** Where tools come from as data: a registry, a catalogue, or a list. No implementation is loaded. */
export type SpecSource = SpecProvider | ToolCatalog | readonly ToolSpec[];

/** Something that returns its tools as data, as a registry does. */
export interface SpecProvider {
  getToolSpecs(): Promise<readonly ToolSpec[]>;
}

/** The tools of a source. */
export async function readSpecs(source: SpecSource): Promise<readonly ToolSpec[]> {
  if ("getToolSpecs" in source) return source.getToolSpecs();
  return "tools" in source ? source.tools : source;
}
