import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { Host } from "./host.js";

/** The host of a project on disk. */
export function nodeHost(root: string): Host {
  return {
    async listFiles(folder) {
      const entries = await orIfMissing(
        readdir(join(root, folder), { recursive: true, withFileTypes: true }),
        [],
      );
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"));
    },
    readFile: (path) => orIfMissing<Uint8Array | undefined>(readFile(join(root, path)), undefined),
    async writeFile(path, contents) {
      const target = join(root, path);
      const temporary = `${target}.${process.pid}.tmp`;
      await mkdir(dirname(target), { recursive: true });
      try {
        await writeFile(temporary, contents);
        await rename(temporary, target);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    deleteFile: (path) => rm(join(root, path), { force: true }),
  };
}

async function orIfMissing<T>(reading: Promise<T>, fallback: T): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) {
      return fallback;
    }
    throw error;
  }
}
