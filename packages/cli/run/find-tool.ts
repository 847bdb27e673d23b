import { driftOf, loadRegistry, openProjects, type Project } from "@toolkiln/project";
import type { ToolHandle, ToolRegistry } from "@toolkiln/runtime";
import type { GlobalOptions } from "../command.js";

/** A tool and where it was found. */
export interface FoundTool {
  readonly project: Project;
  readonly registry: ToolRegistry;
  readonly handle: ToolHandle;
}

/** The outcome of looking for a tool. */
export interface ToolSearch {
  readonly found: FoundTool | undefined;
  /** The ids of all tools that were looked at. */
  readonly ids: readonly string[];
  /** Whether a manifest has that id and only the code is missing. */
  readonly isUngenerated: boolean;
}

/** Looks for a tool in every project that the options mean; the first that has it wins. */
export async function findTool(id: string, options: GlobalOptions): Promise<ToolSearch> {
  const ids: string[] = [];
  let isUngenerated = false;
  for (const project of await openProjects(options)) {
    const registry = await loadRegistry(project);
    const handle = registry.getTool(id);
    if (handle !== undefined) return { found: { project, registry, handle }, ids, isUngenerated };
    ids.push(...registry.tools.map((tool) => tool.id));
    isUngenerated ||= (await driftOf(project, registry, id)).ungenerated.length > 0;
  }
  return { found: undefined, ids, isUngenerated };
}
