import type { ToolHandle } from "./tool-handle.js";

/** Where tools are found; every registry is one, whatever its contracts. */
export interface ToolLookup {
  readonly tools: readonly ToolHandle[];
  /** The tool of that name, in any case: an id, a wire name, or an id or wire name that the tool had before. */
  getTool(id: string): ToolHandle | undefined;
}
