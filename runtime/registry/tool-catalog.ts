import type { ToolSpec } from "../tool/tool-spec.js";

/** Every tool of a registry as data, for exporters and documentation. */
export interface ToolCatalog {
  /** Version of this format. */
  readonly version: 1;
  readonly tools: readonly ToolSpec[];
}
