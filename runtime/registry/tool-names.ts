import type { ToolIndexEntry } from "../tool/tool-spec.js";
import { fold } from "./tool-availability-context.js";

/** How tools are found by other names than their ids. */
export interface ToolNames {
  /** Ids by those in any case, and by the ids that tools had before. */
  readonly aliases: Map<string, string>;
  readonly wireNames: Map<string, string>;
}

/** Makes a tool known by the names that its index entry gives it. */
export function noteNames(
  { aliases, wireNames }: ToolNames,
  { id, wireName, renamedFrom = [] }: ToolIndexEntry,
): void {
  wireNames.set(wireName, id);
  aliases.set(fold(id), id);
  // A tool's own name is stronger than one that another had before.
  for (const old of renamedFrom) if (!aliases.has(fold(old))) aliases.set(fold(old), id);
}
