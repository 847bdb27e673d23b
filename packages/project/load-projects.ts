import { ToolRegistry, type ToolHandle } from "@toolkiln/runtime";
import { describeDrift, driftOf } from "./drift.js";
import { loadRegistry } from "./load-registry.js";
import { loadTool } from "./load-tool.js";
import type { Project } from "./open-project.js";
import type { ProjectError } from "./project-error.js";

/** The tools of several projects in one registry. */
export interface LoadedProjects {
  readonly registry: ToolRegistry;
  /** A line for every project whose generated code lags behind its manifests. */
  readonly drift: readonly string[];
  /** Loads a tool's implementation; returns what is wrong with which file when that fails. */
  readonly loadTool: (handle: ToolHandle) => Promise<ProjectError | undefined>;
}

/** Loads the registries of projects and merges them. */
export async function loadProjects(projects: readonly Project[]): Promise<LoadedProjects> {
  const registries: ToolRegistry[] = [];
  const drift: string[] = [];
  const homes = new Map<string, Project>();
  for (const project of projects) {
    const registry = await loadRegistry(project);
    const lag = describeDrift(await driftOf(project, registry), project);
    if (lag !== undefined) drift.push(lag);
    registries.push(registry);
    for (const { id } of registry.tools) homes.set(id, project);
  }
  return {
    registry: ToolRegistry.merge(...registries),
    drift,
    async loadTool(handle) {
      const project = homes.get(handle.id);
      return project && loadTool(handle, project);
    },
  };
}
