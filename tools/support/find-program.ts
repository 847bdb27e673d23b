import { access, constants, realpath } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import { isInside } from "./workspace.js";

/** Where a program lies, if it is installed: in some folders, or on the path. Nothing is run. */
export async function findProgram(
  name: string,
  folders: readonly string[] = pathFolders(),
): Promise<string | undefined> {
  const endings = process.platform === "win32" ? [".exe", ".cmd", ".bat"] : [""];
  for (const file of folders.flatMap((folder) => endings.map((ending) => join(folder, name + ending)))) {
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
 * The folders of the path that belong to the machine. Those in the workspace, which package managers put there, hold
 * programs that tools must not run without asking; a relative one means another folder wherever a program runs.
 */
export async function machineFolders(workspace: string): Promise<string[]> {
  const folders = pathFolders().filter((folder) => isAbsolute(folder));
  const places = await Promise.all(folders.map((folder) => realpath(folder).catch(() => undefined)));
  return folders.filter((_, index) => {
    const place = places[index];
    return place !== undefined && !isInside(workspace, place);
  });
}
