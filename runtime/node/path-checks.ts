import { lstat } from "node:fs/promises";
import { isAbsolute, relative, sep } from "node:path";
import { canonicalPath, type CanonicalPath } from "./canonical-path.js";
import { pathErrorOf, WorkspacePathError } from "./workspace-path-error.js";

/** Longest path that is looked at; no system of ours takes a longer one. */
const maxPathLength = 4096;

/** What a path has to be. */
export interface PathExpectation {
  readonly exists?: boolean | undefined;
  readonly kind?: "file" | "directory" | undefined;
}

/** How a workspace treats what it holds. */
export interface WorkspaceOptions {
  /** Whether files that have another name, which may lie outside, are refused. @default false */
  readonly refuseHardLinks?: boolean;
}

/** Throws unless what was found is what was expected. `given` is the path as it was asked for. */
export async function expectPath(
  { path, exists }: CanonicalPath,
  given: string,
  { exists: wanted, kind }: PathExpectation,
  options: WorkspaceOptions,
): Promise<void> {
  if (exists) await expectKind(path, given, kind, options);
  if (wanted === true && !exists) throw new WorkspacePathError("path_not_found", given);
  if (wanted === false && exists) throw new WorkspacePathError("path_exists", given);
}

/** Throws unless what exists at a path is a file or a directory, and the one that was expected. */
async function expectKind(
  path: string,
  given: string,
  kind: PathExpectation["kind"],
  { refuseHardLinks }: WorkspaceOptions,
): Promise<void> {
  const stats = await lstat(path).catch((error: unknown) => {
    throw pathErrorOf(error, given);
  });
  const fits = kind === "file" ? stats.isFile() : kind === "directory" ? stats.isDirectory() : true;
  if (!fits) throw new WorkspacePathError("path_not_allowed", given, `Path is not a ${kind ?? ""}`);
  if (!stats.isFile() && !stats.isDirectory()) {
    throw new WorkspacePathError("path_not_allowed", given, "Path is neither a file nor a directory");
  }
  if (refuseHardLinks === true && stats.isFile() && stats.nlink > 1) {
    throw new WorkspacePathError("path_not_allowed", given, "Path is a file with several names");
  }
}

/** Refuses text that no file system takes as a path. */
export function checkText(path: string): void {
  if (path === "") throw new WorkspacePathError("invalid_path", path, "Path is empty");
  if (path.includes("\0")) throw new WorkspacePathError("invalid_path", path, "Path holds a null character");
  if (path.length > maxPathLength) throw new WorkspacePathError("invalid_path", path, "Path is too long");
}

/** Follows links; an error does not reveal where they lead. */
export async function follow(absolute: string, given: string): Promise<CanonicalPath> {
  try {
    return await canonicalPath(absolute);
  } catch (error) {
    throw pathErrorOf(error, given);
  }
}

/** Whether a path is a directory or lies in it; a sibling whose name starts the same does not. */
export function isInside(directory: string, path: string): boolean {
  const way = relative(directory, path);
  return way === "" || (!isAbsolute(way) && way !== ".." && !way.startsWith(`..${sep}`));
}
