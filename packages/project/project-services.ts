import { join } from "node:path";
import { servicesFile } from "@toolkiln/generator/config";
import { withServices, type ToolRegistry } from "@toolkiln/runtime";
import { importModule } from "./import-module.js";
import { guardLoading } from "./load-registry.js";
import type { Project } from "./open-project.js";
import { asFileError, ProjectError, reasonOf } from "./project-error.js";

/** The created services of a project. */
export interface ProjectServices {
  /** Binds the services to tools; throws if one is missing. `warn` receives a line for an implementation that cannot load. */
  bindTo(registry: ToolRegistry, warn?: (line: string) => void): ToolRegistry;
  dispose(): Promise<void>;
}

/** Creates the services of a project. */
export interface ServicesModule {
  create(): Promise<ProjectServices>;
  /** Absent if no tool uses a service, or the file exports no `createTestServices`. */
  readonly createForTest?: (workspacePath: string) => Promise<ProjectServices>;
}

/** Imports the file that creates the services of a project; imports nothing when no tool uses a service. */
export async function loadServices(project: Project, { uses }: ToolRegistry): Promise<ServicesModule> {
  if (Object.keys(uses).length === 0)
    return {
      create: async () => ({
        bindTo: (registry, warn) => guardLoading(registry, project, warn),
        dispose: async () => {},
      }),
    };
  const { root } = project;
  const file = servicesFile(project.config);
  const failure = (problem: string, cause: unknown): ProjectError =>
    new ProjectError(`${file}: ${problem}: ${reasonOf(cause)}`, { cause });
  const exports = await importModule(join(root, file)).catch((error: unknown) => {
    throw asFileError(error) ?? failure("cannot be loaded", error);
  });
  const createWith = async (name: string, request: object): Promise<ProjectServices> => {
    const create = exports[name];
    if (typeof create !== "function")
      throw new ProjectError(
        `${file} must export a function \`${name}\` that returns the project's services.`,
      );
    const services: unknown = await Promise.resolve({ root, ...request })
      .then((given) => create(given) as unknown)
      .catch((error: unknown) => {
        throw failure(`\`${name}\` failed`, error);
      });
    if (typeof services !== "object" || services === null)
      throw new ProjectError(`${file}: \`${name}\` must return an object with the services.`);
    return {
      bindTo(registry, warn) {
        try {
          return withServices(guardLoading(registry, project, warn), services);
        } catch (error) {
          throw failure("a service is missing", error);
        }
      },
      async dispose() {
        const { disposeServices } = exports;
        if (typeof disposeServices === "function") await disposeServices(services);
      },
    };
  };
  return {
    create: () => createWith("createServices", {}),
    ...(typeof exports["createTestServices"] === "function" && {
      createForTest: (workspacePath: string) => createWith("createTestServices", { workspacePath }),
    }),
  };
}
