import type { Stats } from "node:fs";
import { link, lstat, mkdir, rename, rmdir, unlink, writeFile } from "node:fs/promises";
import { codeOf } from "./workspace-path-error.js";

/** Errors of `link` if the file system or a security rule does not allow hard links. */
const cannotLink = new Set(["EMLINK", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EPERM", "EXDEV"]);

/**
 * Moves a file, a directory or a link to a free name. `rename` would replace an existing target, so a step here fails
 * with `EEXIST` or `ENOTEMPTY` if somebody creates it meanwhile.
 */
export async function moveToFreeName(from: string, to: string): Promise<void> {
  const found = await lstat(from);
  if (!found.isFile()) return renameToReserved(from, to, found.isDirectory());
  let moved: Stats;
  try {
    await link(from, to);
    moved = await lstat(to);
  } catch (error) {
    if (cannotLink.has(codeOf(error) ?? "")) return renameToReserved(from, to, false);
    throw error;
  }
  try {
    // Keep the source if somebody replaced it meanwhile.
    if (isSame(await lstat(from), moved)) await unlink(from);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    await unlink(to);
    throw error;
  }
}

/** Moves a file or a link, replacing an existing file; fails if the target is a directory. */
export async function moveOverFile(from: string, to: string): Promise<void> {
  const [found, present] = await Promise.all([lstat(from), lstat(to).catch(() => undefined)]);
  if (found.isDirectory() || present === undefined) return moveToFreeName(from, to);
  // If both names are hard links to one file, `rename` does nothing.
  await (isSame(found, present) ? unlink(from) : rename(from, to));
}

/** Reserves the name with an empty entry first; `rename` replaces a directory only while it is empty. */
async function renameToReserved(from: string, to: string, isDirectory: boolean): Promise<void> {
  // Windows never replaces a directory, not even an empty one.
  if (isDirectory && process.platform === "win32") return rename(from, to);
  await (isDirectory ? mkdir(to) : writeFile(to, "", { flag: "wx" }));
  try {
    await rename(from, to);
  } catch (error) {
    await (isDirectory ? rmdir(to) : unlink(to)).catch(() => undefined);
    throw error;
  }
}

function isSame(a: Stats, b: Stats): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}
