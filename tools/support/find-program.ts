import { access, constants, realpath } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import { isInside } from "./workspace.js";

/** Finds an executable in the given folders, by default those on PATH, without running it. */
export async function findProgram(
  name: string,
  folders: readonly string[] = pathFolders(),
): Promise<string | undefined> {
  const suffixes = process.platform === "win32" ? [".exe", ".cmd", ".bat"] : [""];
  for (const file of folders.flatMap((folder) => suffixes.map((suffix) => join(folder, name + suffix)))) {
    const found = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return file;
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
export async function machineFolders(workspace: string): Promise<string[]> {
  const folders = pathFolders().filter((folder) => isAbsolute(folder));
  const targets = await Promise.all(folders.map((folder) => realpath(folder).catch(() => undefined)));
  return folders.filter((_, index) => {
    const target = targets[index];
    return target !== undefined && !isInside(workspace, target);
  });
}
