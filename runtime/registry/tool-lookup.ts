import type { ToolHandle } from "./tool-handle.js";

/** Where tools are found; every registry is one, whatever its contracts. */
export interface ToolLookup {
  readonly tools: readonly ToolHandle[];
  /** The tool of that id, in any case and also by an id that it had before. */
  getTool(id: string): ToolHandle | undefined;
}
