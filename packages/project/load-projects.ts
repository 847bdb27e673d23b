import { ToolRegistry, withServices, type ToolHandle } from "@toolkiln/runtime";
import { chooseToolset } from "./choose-toolset.js";
import { describeDrift, driftOf } from "./drift.js";
import { loadRegistry } from "./load-registry.js";
import { loadTool } from "./load-tool.js";
import type { Project } from "./open-project.js";
import type { ProjectError } from "./project-error.js";
import { loadServices, type ProjectServices } from "./project-services.js";

/** The tools of several projects in one registry, each with the services of its own project. */
export interface LoadedProjects {
  readonly registry: ToolRegistry;
  /** A line for every project whose generated code lags behind its manifests. */
  readonly drift: readonly string[];
  /** Loads a tool's implementation; returns what is wrong with which file when that fails. */
  readonly loadTool: (handle: ToolHandle) => Promise<ProjectError | undefined>;
  /** Disposes of the services. */
  readonly dispose: () => Promise<void>;
}

/** Loads the registries of projects, or a toolset of them, creates the services that their tools use, and merges them. */
export async function loadProjects(
  projects: readonly Project[],
  { toolset }: { readonly toolset?: string | undefined } = {},
): Promise<LoadedProjects> {
  const isChosen = chooseToolset(projects, toolset);
  const registries: ToolRegistry[] = [];
  const created: ProjectServices[] = [];
  const drift: string[] = [];
  const homes = new Map<string, Project>();
  for (const project of projects) {
    const all = await loadRegistry(project);
    const lag = describeDrift(await driftOf(project, all), project);
    if (lag !== undefined) drift.push(lag);
    const ids = all.tools.filter(({ metadata }) => isChosen(metadata, project)).map(({ id }) => id);
    const served = await serveTools(project, toolset === undefined ? all : all.subset(ids));
    created.push(served);
    registries.push(served.registry);
    for (const id of ids) homes.set(id, project);
  }
  return {
    registry: ToolRegistry.merge(...registries),
    drift,
    async loadTool(handle) {
      const project = homes.get(handle.id);
      return project && loadTool(handle, project);
    },
    async dispose() {
      for (const services of created) await services.dispose();
    },
  };
}

/** A registry whose tools have the services of their project. */
export interface ServedTools extends ProjectServices {
  readonly registry: ToolRegistry;
}

/** Creates the services of a project for its tools; nothing is created when no tool uses any. */
export async function serveTools(project: Project, registry: ToolRegistry): Promise<ServedTools> {
  if (Object.keys(registry.uses).length === 0) return { registry, services: {}, dispose: async () => {} };
  const created = await (await loadServices(project)).create();
  return { ...created, registry: withServices(registry, created.services) };
}
