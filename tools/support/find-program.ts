import { access, constants, realpath, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import { isInside } from "./workspace.js";

/** Finds an executable in the given folders, by default those on PATH, without running it. */
export async function findProgram(
  name: string,
  folders: readonly string[] = pathFolders(),
): Promise<string | undefined> {
  const suffixes = process.platform === "win32" ? [".exe", ".cmd", ".bat"] : [""];
  for (const file of folders.flatMap((folder) => suffixes.map((suffix) => join(folder, name + suffix)))) {
    const isProgram = await Promise.all([stat(file), access(file, constants.X_OK)]).then(
      ([found]) => found.isFile(),
      () => false,
    );
    if (isProgram) return file;
  }
  return undefined;
}

function pathFolders(): string[] {
  return (process.env["PATH"] ?? "").split(delimiter).filter(Boolean);
}

/**
 * The absolute folders on PATH outside the workspace. Package managers add folders inside it, but their programs must not
 * run without approval. Relative folders depend on the working directory.
 */
export async function trustedFolders(workspace: string): Promise<string[]> {
  const folders: string[] = [];
  for (const folder of pathFolders().filter((path) => isAbsolute(path))) {
    const target = await realpath(folder).catch(() => undefined);
    if (target !== undefined && !isInside(workspace, target)) folders.push(folder);
  }
  return folders;
}
