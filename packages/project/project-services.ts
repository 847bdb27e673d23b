import { join } from "node:path";
import { servicesFile } from "@toolkiln/generator/config";
import { withServices, type ToolRegistry } from "@toolkiln/runtime";
import { importModule, type Exports } from "./import-module.js";
import type { Project } from "./open-project.js";
import { asRefusal, ProjectError, reasonOf } from "./project-error.js";

/** The services of a project, and the function that disposes of them. */
export interface ProjectServices {
  readonly services: object;
  dispose(): Promise<void>;
}

/** Argument of the functions in a services file. */
export interface ServicesRequest {
  /** The project's root, absolute. */
  readonly root: string;
  /** The workspace of the test that the services are for. */
  readonly workspacePath?: string;
}

/** The functions that a project's services file exports. */
export interface ServicesModule {
  create(): Promise<ProjectServices>;
  /** Absent when the file exports no `createTestServices`. */
  readonly createForTest?: (workspacePath: string) => Promise<ProjectServices>;
}

/** Binds a project's services to its tools; throws with the file's name when a service is missing. */
export function lendServices(project: Project, registry: ToolRegistry, services: object): ToolRegistry {
  try {
    return withServices(registry, services);
  } catch (error) {
    throw failure(servicesFile(project.config), "a service is missing", error);
  }
}

/** Imports the file that creates the services of a project. */
export async function loadServices(project: Project): Promise<ServicesModule> {
  const { root } = project;
  const file = servicesFile(project.config);
  const exports = await importModule(join(root, file)).catch((error: unknown) => {
    throw asRefusal(error) ?? failure(file, "cannot be loaded", error);
  });
  const create = (name: string, request: ServicesRequest) => createWith(exports, name, file, request);
  return {
    create: () => create("createServices", { root }),
    ...(typeof exports["createTestServices"] === "function" && {
      createForTest: (workspacePath: string) => create("createTestServices", { root, workspacePath }),
    }),
  };
}

async function createWith(
  exports: Exports,
  name: string,
  file: string,
  request: ServicesRequest,
): Promise<ProjectServices> {
  const create = exports[name];
  if (typeof create !== "function") {
    throw new ProjectError(`${file} exports no function \`${name}\`, which returns the project's services.`);
  }
  const services: unknown = await Promise.resolve(request)
    .then((given) => create(given) as unknown)
    .catch((error: unknown) => {
      throw failure(file, `\`${name}\` failed`, error);
    });
  if (typeof services !== "object" || services === null) {
    throw new ProjectError(`${file}: \`${name}\` returned no object of services.`);
  }
  return {
    services,
    async dispose() {
      const { disposeServices } = exports;
      if (typeof disposeServices === "function") await disposeServices(services);
    },
  };
}

function failure(file: string, problem: string, cause: unknown): ProjectError {
  return new ProjectError(`${file}: ${problem}: ${reasonOf(cause)}`, { cause });
}
