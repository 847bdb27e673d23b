import { mergeRegistries, type ToolRegistry } from "@toolkiln/runtime";
import { chooseToolset } from "./choose-toolset.js";
import { describeDrift, driftOf } from "./drift.js";
import { forgetModules } from "./import-module.js";
import { loadRegistry } from "./load-registry.js";
import type { Project } from "./open-project.js";
import { loadServices, type ProjectServices } from "./project-services.js";

/** The tools of several projects in one registry, each with its project's services. */
export interface LoadedProjects {
  readonly registry: ToolRegistry;
  /** Reloads the generated code and the implementations into the registry. Services are not recreated. */
  readonly refresh: () => Promise<void>;
  /** Disposes of the services. */
  readonly dispose: () => Promise<void>;
}

/** How projects are loaded. */
export interface LoadOptions {
  /** Loads only the tools of this toolset. */
  readonly toolset?: string | undefined;
  /** Receives a line for generated code that is out of date, and for an implementation that cannot be loaded. */
  readonly warn?: (line: string) => void;
}

/** Merges the tools of projects, or one toolset, into one registry and creates the services that they use. */
export async function loadProjects(
  projects: readonly Project[],
  { toolset, warn }: LoadOptions = {},
): Promise<LoadedProjects> {
  const isChosen = chooseToolset(projects, toolset);
  const created = new Map<Project, ProjectServices>();
  const load = async (): Promise<ToolRegistry> => {
    const registries: ToolRegistry[] = [];
    for (const project of projects) {
      const all = await loadRegistry(project);
      const drift = describeDrift(await driftOf(project, all), project);
      if (drift !== undefined) warn?.(drift);
      const ids = all.tools.filter(({ metadata }) => isChosen(metadata, project)).map(({ id }) => id);
      const tools = toolset === undefined ? all : all.subset(ids);
      const services = created.get(project) ?? (await (await loadServices(project, tools)).create());
      if (Object.keys(tools.uses).length > 0) created.set(project, services);
      registries.push(services.bindTo(tools, warn));
    }
    return mergeRegistries(...registries);
  };
  const dispose = async (): Promise<void> => {
    for (const services of created.values()) await services.dispose();
  };
  const registry = await load().catch(async (error: unknown) => {
    await dispose();
    throw error;
  });
  return {
    registry,
    async refresh() {
      for (const { root } of projects) forgetModules(root);
      registry.replaceTools(await load());
    },
    dispose,
  };
}
