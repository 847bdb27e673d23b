import { lstat, readdir, rmdir, unlink } from "node:fs/promises";
import type { AnchoredDirectory } from "./anchored-directory.js";

/** Deletes a file, a link, or a directory with everything in it, without following any link. */
export async function removeTree(parent: AnchoredDirectory, name: string): Promise<void> {
  if (!(await lstat(parent.at(name))).isDirectory()) return unlink(parent.at(name));
  const directory = await parent.enter(name);
  try {
    for (const entry of await readdir(directory.self)) await removeTree(directory, entry);
  } finally {
    await directory.close();
  }
  return rmdir(parent.at(name));
}
