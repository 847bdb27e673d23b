import { ToolRegistry, type ToolHandle } from "@toolkiln/runtime";
import { tell, visible } from "../output.js";
import { openProjects, type GlobalOptions, type Project } from "../project.js";
import { driftOf, tellDrift } from "../run/drift.js";
import { loadRegistry } from "../run/load-registry.js";
import { whyUnloadable } from "../run/why-unloadable.js";

/** The tools of all projects that a server is for. */
export interface ServedProjects {
  readonly registry: ToolRegistry;
  /** Loads a tool; whoever runs the server hears why that failed, while the client hears that the tool is not there. */
  readonly loadTool: (handle: ToolHandle) => Promise<void>;
}

/** Loads the registries of the projects that the options mean. */
export async function loadProjects(options: GlobalOptions): Promise<ServedProjects> {
  const registries: ToolRegistry[] = [];
  const projects = new Map<string, Project>();
  for (const project of await openProjects(options)) {
    const registry = await loadRegistry(project);
    tellDrift(await driftOf(project, registry), project);
    registries.push(registry);
    for (const { id } of registry.tools) projects.set(id, project);
  }
  return {
    registry: ToolRegistry.merge(...registries),
    async loadTool(handle) {
      const project = projects.get(handle.id);
      const problem = project && (await whyUnloadable(handle, project));
      if (problem !== undefined) tell(visible(problem.message));
    },
  };
}
