import type { ToolSpec } from "../tool/tool-spec.js";
import type { SpecSource } from "./tool-handle.js";

/** Every tool of a registry as data, for exporters and documentation. */
export interface ToolCatalog {
  /** Version of this format. */
  readonly version: 1;
  readonly tools: readonly ToolSpec[];
}

/** Imports the module that holds a catalogue. */
export type CatalogSource = () => Promise<{ readonly catalog: ToolCatalog }>;

/** Finds tools in a catalogue that is imported when the first one is looked for. */
export function specsOf(source: CatalogSource): SpecSource {
  let specs: Map<string, ToolSpec> | undefined;
  return async (id) => {
    specs ??= new Map((await source()).catalog.tools.map((spec) => [spec.id, spec]));
    return specs.get(id);
  };
}
