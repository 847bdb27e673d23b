import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";

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
