import { existsSync, type Dirent } from "node:fs";
import { lstat, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { Host, PathKind } from "./host.js";

let temporaryFiles = 0;

/** The host of a project on disk. */
export function nodeHost(root: string): Host {
  const cache = existsSync(join(root, "node_modules"))
    ? join(root, "node_modules/.cache/toolkiln")
    : join(root, ".toolkiln");
  const list = async (folder: string, wanted: (entry: Dirent) => boolean): Promise<string[]> => {
    const entries = await orIfMissing(
      readdir(join(root, folder), { recursive: true, withFileTypes: true }),
      [],
    );
    return entries
      .filter(wanted)
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"));
  };
  return {
    listFiles: (folder) => list(folder, (entry) => entry.isFile()),
    listIrregularFiles: (folder) => list(folder, (entry) => !entry.isFile() && !entry.isDirectory()),
    fileSize: async (path) => (await orIfMissing(stat(join(root, path)), undefined))?.size,
    readFile: (path) => orIfMissing(readFile(join(root, path)), undefined),
    kindOf: (path) => kindOf(root, path),
    writeFile: (path, contents) => replaceFile(join(root, path), contents, cache),
    deleteFile: (path) => rm(join(root, path), { force: true }),
    readCache: (name) => readFile(join(cache, name)).catch(() => undefined),
    writeCache: (name, contents) => replaceFile(join(cache, name), contents, cache).catch(() => undefined),
  };
}

/** Writes beside the cache and renames, so that a process that dies leaves nothing half-written in the project. */
async function replaceFile(target: string, contents: string | Uint8Array, cache: string): Promise<void> {
  if (temporaryFiles === 0) await removeLeftovers(cache);
  const name = `${process.pid}-${temporaryFiles++}.tmp`;
  await mkdir(dirname(target), { recursive: true });
  try {
    await writeAndRename(join(cache, name), target, contents);
  } catch (error) {
    // The cache may lie on another disk, or where nothing can be written.
    if (!hasCode(error, "EXDEV", "EACCES", "EPERM", "EROFS")) throw error;
    await writeAndRename(`${target}.${name}`, target, contents);
  }
}

/** Removes what processes that died left behind; a younger file may belong to one that lives. */
async function removeLeftovers(cache: string): Promise<void> {
  const names = await readdir(cache).catch(() => []);
  const leftovers = names.filter((name) => name.endsWith(".tmp")).map((name) => join(cache, name));
  for (const path of leftovers) {
    const age = Date.now() - (await lstat(path).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs;
    if (age > 60_000) await rm(path, { force: true }).catch(() => undefined);
  }
}

async function writeAndRename(
  temporary: string,
  target: string,
  contents: string | Uint8Array,
): Promise<void> {
  try {
    await mkdir(dirname(temporary), { recursive: true });
    await writeFile(temporary, contents);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function kindOf(root: string, path: string): Promise<PathKind> {
  let current = root;
  let kind: PathKind = "folder";
  for (const part of path.split("/")) {
    current = join(current, part);
    const found = await orIfMissing(lstat(current), undefined);
    if (found === undefined) return "missing";
    if (found.isSymbolicLink()) return "link";
    kind = found.isDirectory() ? "folder" : "file";
  }
  return kind;
}

async function orIfMissing<T, Fallback>(reading: Promise<T>, fallback: Fallback): Promise<T | Fallback> {
  try {
    return await reading;
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return fallback;
    throw error;
  }
}

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
