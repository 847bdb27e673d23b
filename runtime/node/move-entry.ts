import { constants, type Stats } from "node:fs";
import { link, lstat, mkdir, readlink, rename, rmdir, symlink, unlink, writeFile } from "node:fs/promises";
import type { AnchoredDirectory } from "./anchored-directory.js";
import { codeOf } from "./workspace-path-error.js";

export interface Entry {
  readonly directory: AnchoredDirectory;
  readonly name: string;
  /** The path through the open directory. */
  readonly path: string;
}

/** Errors of `link` if the file system or a security rule does not allow hard links. */
const cannotLink = new Set(["EMLINK", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EPERM", "EXDEV"]);

/**
 * Moves a file, a directory or a link to a free name. `rename` would replace an existing target, so each step here
 * fails with `EEXIST` or `ENOTEMPTY` if somebody creates it meanwhile.
 */
export async function moveToFreeName(source: Entry, target: Entry): Promise<void> {
  const found = await lstat(source.path);
  if (found.isDirectory()) return moveDirectory(source.path, target.path);
  const moved = await copyEntry(source, target, found);
  try {
    // Keep the source if somebody replaced it after the copy.
    if (isSame(await lstat(source.path), moved)) await unlink(source.path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    await unlink(target.path);
    throw error;
  }
}

/** Moves a file or a link, replacing an existing file; fails if the target is a directory. */
export async function moveOverFile(source: Entry, target: Entry): Promise<void> {
  const [found, present] = await Promise.all([lstat(source.path), lstat(target.path).catch(() => undefined)]);
  if (found.isDirectory() || present === undefined) return moveToFreeName(source, target);
  // If both names are hard links to one file, `rename` does nothing.
  await (isSame(found, present) ? unlink(source.path) : rename(source.path, target.path));
}

/** An empty directory reserves the name; `rename` replaces it only while it is empty. */
async function moveDirectory(from: string, to: string): Promise<void> {
  // Windows never replaces a directory, not even an empty one.
  if (process.platform === "win32") return rename(from, to);
  await mkdir(to);
  try {
    await rename(from, to);
  } catch (error) {
    await rmdir(to).catch(() => undefined);
    throw error;
  }
}

/** Creates a hard link, or a copy if that is impossible; returns the stats of the moved file. */
async function copyEntry(source: Entry, target: Entry, found: Stats): Promise<Stats> {
  if (found.isSymbolicLink()) {
    await symlink(await readlink(source.path), target.path);
    return found;
  }
  try {
    await link(source.path, target.path);
    return await lstat(target.path);
  } catch (error) {
    if (!found.isFile() || !cannotLink.has(codeOf(error) ?? "")) throw error;
    return copyFile(source, target);
  }
}

async function copyFile(source: Entry, target: Entry): Promise<Stats> {
  const reading = await source.directory.openFile(source.name, constants.O_RDONLY);
  try {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
    const writing = await target.directory.openFile(target.name, flags);
    try {
      const stats = await reading.stat();
      await writeFile(writing, reading.createReadStream({ autoClose: false }));
      await writing.chmod(stats.mode & 0o777);
      await writing.utimes(stats.atime, stats.mtime);
      return stats;
    } catch (error) {
      await unlink(target.path);
      throw error;
    } finally {
      await writing.close();
    }
  } finally {
    await reading.close();
  }
}

function isSame(a: Stats, b: Stats): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}
