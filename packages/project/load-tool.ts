import { sep } from "node:path";
import type { ToolHandle } from "@toolkiln/runtime";
import { implementationFile } from "./implementation-file.js";
import type { Project } from "./open-project.js";
import { ProjectError } from "./project-error.js";

/** Loads a tool's implementation; returns what is wrong with which file when that fails. */
export async function loadTool(handle: ToolHandle, project: Project): Promise<ProjectError | undefined> {
  try {
    await handle.load();
    return undefined;
  } catch (error) {
    const file = await implementationFile(project, handle.id);
    const reason = error instanceof Error ? error.message : String(error);
    const message =
      file === undefined
        ? withoutImplementation(handle.id, project.config.tools)
        : `${file} cannot be loaded: ${reason.replaceAll(project.root + sep, "")}`;
    return new ProjectError(message, { cause: error });
  }
}

/** What to say of a tool that nobody has written; `check` says the same. */
function withoutImplementation(id: string, folder: string): string {
  return `There is no implementation of ${id}. Export \`tool\` from ${folder}/${id}.ts; \`toolkiln new ${id}\` writes a beginning.`;
}
