import type { ToolHandle } from "./tool-handle.js";

/** What happened to a tool of a registry. */
export type ToolRegistryChangeType = "added" | "removed" | "updated";

/** A change of a registry. */
export interface ToolRegistryChange {
  readonly changeType: ToolRegistryChangeType;
  /** The tool that is there now, or was there until now. */
  readonly tool: ToolHandle;
  readonly timestamp: Date;
}

/** Where a registry writes what happens to it. `console` is one. */
export interface RegistryLogger {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
