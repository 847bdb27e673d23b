import { statSync } from "node:fs";
import { join, sep } from "node:path";
import { findImplementation } from "@toolkiln/generator/listing";
import { nodeHost } from "@toolkiln/generator/node-host";
import type { ToolHandle, ToolRegistry } from "@toolkiln/runtime";
import { importModule } from "./import-module.js";
import type { Project } from "./open-project.js";
import { asFileError, ProjectError, reasonOf } from "./project-error.js";

/** Imports the generated registry of a project. */
export async function loadRegistry({ root, config }: Project): Promise<ToolRegistry> {
  const file = ["registry.ts", "registry.js"]
    .map((name) => `${config.out}/${name}`)
    .find((path) => statSync(join(root, path), { throwIfNoEntry: false }) !== undefined);
  if (file === undefined)
    throw new ProjectError(`There is no ${config.out}/registry.ts. Run \`toolkiln generate\` first.`);
  const { registry } = await importModule(join(root, file)).catch((error: unknown) => {
    const message = `${file} cannot be loaded: ${reasonOf(error)}\nIs @toolkiln/runtime installed? \`toolkiln doctor\` checks it.`;
    throw asFileError(error) ?? new ProjectError(message, { cause: error });
  });
  if (isRegistry(registry)) return registry;
  throw new ProjectError(`${file} exports no registry. Run \`toolkiln generate\` again.`);
}

/** The registry may come from another copy of the runtime, where `instanceof` fails. */
function isRegistry(value: unknown): value is ToolRegistry {
  return typeof value === "object" && value !== null && "getTool" in value && "tools" in value;
}

let lastLoad: Promise<unknown> = Promise.resolve();
/** Importing a registry again returns the same tools; a tool that is guarded twice would wait for itself. */
const guarded = new WeakSet<ToolHandle>();

/**
 * Makes the implementations of a registry load one after the other, because jiti can return a shared module before it
 * is initialised. Errors name the file.
 */
export function guardLoading(
  registry: ToolRegistry,
  project: Project,
  warn?: (line: string) => void,
): ToolRegistry {
  for (const handle of registry.tools) {
    if (guarded.has(handle)) continue;
    guarded.add(handle);
    const load = handle.load.bind(handle);
    handle.load = () => {
      const loading = lastLoad.then(load).catch(async (cause: unknown) => {
        const error = await loadError(handle.id, project, cause);
        warn?.(error.message);
        throw error;
      });
      lastLoad = loading.catch(() => undefined);
      return loading;
    };
  }
  return registry;
}

async function loadError(id: string, project: Project, cause: unknown): Promise<ProjectError> {
  const file = await implementationFile(project, id);
  const message =
    file === undefined
      ? `The tool \`${id}\` has no implementation. Export \`tool\` from ${project.config.tools}/${id}.ts; \`toolkiln new ${id}\` creates the file.`
      : `${file} cannot be loaded: ${reasonOf(cause).replaceAll(project.root + sep, "")}`;
  return new ProjectError(message, { cause });
}

/** The file that implements a tool, relative to its project; undefined when there is none. */
export async function implementationFile(
  { root, config: { tools } }: Project,
  id: string,
): Promise<string | undefined> {
  return findImplementation(new Set(await nodeHost(root).listFiles(tools)), tools, id);
}
