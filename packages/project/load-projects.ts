import { mergeRegistries, type ToolRegistry } from "@toolkiln/runtime";
import { chooseToolset } from "./choose-toolset.js";
import { describeDrift, driftOf } from "./drift.js";
import { forgetModules } from "./import-module.js";
import { loadRegistry } from "./load-registry.js";
import type { Project } from "./open-project.js";
import type { ProjectError } from "./project-error.js";
import { loadServices, type ProjectServices } from "./project-services.js";

/** The tools of several projects in one registry, each with its project's services. */
export interface LoadedProjects {
  readonly registry: ToolRegistry;
  /** A line for every project with generated code that is out of date. */
  readonly drift: readonly string[];
  /** Reloads changed manifests and implementations into the registry. Services are not recreated. */
  readonly refresh: () => Promise<void>;
  /** Disposes of the services. */
  readonly dispose: () => Promise<void>;
}

/** Which tools are loaded, and who is told when an implementation cannot be loaded. */
export interface LoadOptions {
  readonly toolset?: string | undefined;
  readonly onLoadError?: (error: ProjectError) => void;
}

/** Merges the tools of projects, or one toolset, into one registry and creates the services that they use. */
export async function loadProjects(
  projects: readonly Project[],
  options: LoadOptions = {},
): Promise<LoadedProjects> {
  const { toolset, onLoadError } = options;
  const isChosen = chooseToolset(projects, toolset);
  const created = new Map<Project, ProjectServices>();
  const load = async (): Promise<Pick<LoadedProjects, "registry" | "drift">> => {
    const registries: ToolRegistry[] = [];
    const drift: string[] = [];
    for (const project of projects) {
      const all = await loadRegistry(project);
      const line = describeDrift(await driftOf(project, all), project);
      if (line !== undefined) drift.push(line);
      const ids = all.tools.filter(({ metadata }) => isChosen(metadata, project)).map(({ id }) => id);
      const tools = toolset === undefined ? all : all.subset(ids);
      const services = created.get(project) ?? (await (await loadServices(project, tools)).create());
      if (Object.keys(tools.uses).length > 0) created.set(project, services);
      registries.push(services.lend(tools, onLoadError));
    }
    return { registry: mergeRegistries(...registries), drift };
  };
  const dispose = async (): Promise<void> => {
    for (const services of created.values()) await services.dispose();
  };
  const { registry, drift } = await load().catch(async (error: unknown) => {
    await dispose();
    throw error;
  });
  return {
    registry,
    drift,
    async refresh() {
      for (const { root } of projects) forgetModules(root);
      registry.replaceTools((await load()).registry);
    },
    dispose,
  };
}
