import type { ToolSource } from "./tool-handle.js";
import { ownValue } from "../validation/own-value.js";

/**
 * Tables of implementations, sorted by what the ids in each begin with. They are functions, because V8 compiles a
 * function when it is first called: a process that calls one tool of a thousand then makes a few loaders only.
 */
export type ImplementationParts<Implementations = Readonly<Record<string, ToolSource>>> = Readonly<
  Record<string, () => Partial<Implementations>>
>;

/** The implementation that has an id, if there is one. */
export function implementationIn(parts: ImplementationParts, id: string): ToolSource | undefined {
  const part = Object.entries(parts).findLast(([prefix]) => id.startsWith(prefix))?.[1]();
  return part && ownValue(part, id);
}
