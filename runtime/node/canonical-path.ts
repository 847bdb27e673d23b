import { lstat, readlink, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { codeOf } from "./workspace-path-error.js";

/** Links that are followed one after another, as many as Linux follows. */
const maxLinks = 40;

/** Where a path leads once every link is followed. */
export interface CanonicalPath {
  readonly path: string;
  readonly exists: boolean;
}

/**
 * Follows every link of an absolute path, also those that point at nothing yet: writing through a dangling link
 * would create its target. What does not exist is taken as it is below the deepest ancestor that does.
 */
export async function canonicalPath(path: string, links = 0): Promise<CanonicalPath> {
  try {
    return { path: await realpath(path), exists: true };
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const parent = dirname(path);
  if (parent === path) return { path, exists: false };
  const { path: directory } = await canonicalPath(parent, links);
  const candidate = join(directory, basename(path));
  const target = await linkTarget(candidate);
  if (target === undefined) return { path: candidate, exists: false };
  if (links >= maxLinks) throw Object.assign(new Error("Too many links"), { code: "ELOOP" });
  return canonicalPath(resolve(directory, target), links + 1);
}

async function linkTarget(path: string): Promise<string | undefined> {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  const code = codeOf(error);
  return code === "ENOENT" || code === "ENOTDIR";
}
