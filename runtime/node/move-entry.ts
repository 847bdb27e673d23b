import { constants, type Stats } from "node:fs";
import { link, lstat, mkdir, open, readlink, rename, rmdir, symlink, unlink } from "node:fs/promises";
import { codeOf } from "./workspace-path-error.js";

/** Errors of `link` if the file system or a security rule does not allow hard links. */
const cannotLink = new Set(["EMLINK", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EPERM", "EXDEV"]);

/**
 * Moves a file, a directory or a link to a free name. `rename` would replace an existing target, so each step here fails
 * with `EEXIST` or `ENOTEMPTY` if somebody creates it meanwhile.
 */
export async function moveToFreeName(from: string, to: string): Promise<void> {
  const found = await lstat(from);
  if (found.isDirectory()) return moveDirectory(from, to);
  const moved = await addName(from, to, found);
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

/** Links or copies a file or link to a free name; returns the stats of the original. */
async function addName(from: string, to: string, found: Stats): Promise<Stats> {
  if (found.isSymbolicLink()) {
    await symlink(await readlink(from), to);
    return found;
  }
  try {
    await link(from, to);
    return await lstat(to);
  } catch (error) {
    if (!found.isFile() || !cannotLink.has(codeOf(error) ?? "")) throw error;
    return copyFile(from, to);
  }
}

/** Uses open files only: a link that appears at either path is never followed, and a pipe does not block. */
async function copyFile(from: string, to: string): Promise<Stats> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const source = await open(from, flags);
  try {
    const stats = await source.stat();
    const target = await open(to, "wx", 0o600);
    try {
      const chunks: AsyncIterable<Buffer> = source.createReadStream({ autoClose: false });
      for await (const chunk of chunks) await target.appendFile(chunk);
      await target.chmod(stats.mode & 0o777);
      await target.utimes(stats.atime, stats.mtime);
      return stats;
    } catch (error) {
      await unlink(to);
      throw error;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

function isSame(a: Stats, b: Stats): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}
