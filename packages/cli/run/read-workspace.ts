import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { CommandError } from "../command-error.js";
import { workingFolder, type GlobalOptions } from "../project.js";

/** The folder that `--workspace` names, or the working folder: tools that look for one that is not there only confuse. */
export function readWorkspace(options: GlobalOptions & { readonly workspace?: string }): string {
  const folder = resolve(workingFolder(options), options.workspace ?? ".");
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats?.isDirectory() === true) return realpathSync(folder);
  const problem = stats === undefined ? "does not exist" : "is not a folder";
  throw new CommandError(`The workspace ${folder} ${problem}. Create it, or name another with --workspace.`);
}
