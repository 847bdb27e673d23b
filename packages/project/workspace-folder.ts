import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { workingFolder, type ProjectOptions } from "./open-project.js";
import { ProjectError } from "./project-error.js";

/** The folder that tools work in, as an absolute path without links: `workspace`, or the working folder. */
export function workspaceFolder(options: ProjectOptions & { readonly workspace?: string }): string {
  const folder = resolve(workingFolder(options), options.workspace ?? ".");
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats?.isDirectory() === true) return realpathSync(folder);
  const problem = stats === undefined ? "does not exist" : "is not a folder";
  throw new ProjectError(`The workspace ${folder} ${problem}. Create it, or name another with --workspace.`);
}
