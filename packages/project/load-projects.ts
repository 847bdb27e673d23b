import { mergeRegistries, type ToolHandle, type ToolRegistry } from "@toolkiln/runtime";
import { chooseToolset } from "./choose-toolset.js";
import { describeDrift, driftOf } from "./drift.js";
import { forgetModules } from "./import-module.js";
import { loadRegistry, loadTool } from "./load-registry.js";
import type { Project } from "./open-project.js";
import type { ProjectError } from "./project-error.js";
import { loadServices, type ProjectServices } from "./project-services.js";

/** The tools of several projects in one registry, each with its project's services. */
export interface LoadedProjects {
  readonly registry: ToolRegistry;
  /** A line for every project with generated code that is out of date. */
  readonly drift: readonly string[];
  /** Loads implementations one at a time; on failure, returns an error that names the file. */
  readonly loadTool: (handle: ToolHandle) => Promise<ProjectError | undefined>;
  /** Reloads changed manifests and implementations into the registry. Services are not recreated. */
  readonly refresh: () => Promise<void>;
  /** Disposes of the services. */
  readonly dispose: () => Promise<void>;
}

/** Merges the tools of projects, or one toolset, into one registry and creates the services that they use. */
export async function loadProjects(
  projects: readonly Project[],
  { toolset }: { readonly toolset?: string | undefined } = {},
): Promise<LoadedProjects> {
  const isChosen = chooseToolset(projects, toolset);
  const created = new Map<Project, ProjectServices>();
  const projectOf = new Map<string, Project>();
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
      registries.push(services.lend(tools));
      for (const id of ids) projectOf.set(id, project);
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
  // Tools load one after the other: jiti can return a shared module before it is initialised.
  let lastLoad: Promise<unknown> = Promise.resolve();
  return {
    registry,
    drift,
    async loadTool(handle) {
      const project = projectOf.get(handle.id);
      if (project === undefined || handle.loaded !== undefined) return undefined;
      const loading = lastLoad.then(() => loadTool(handle, project));
      lastLoad = loading.catch(() => undefined);
      return loading;
    },
    async refresh() {
      for (const { root } of projects) forgetModules(root);
      registry.replaceTools((await load()).registry);
    },
    dispose,
  };
}
