import { lstat, readlink, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { PathVerdict } from "../executor/path-policy.js";
import type { PathParameter } from "../tool/tool-spec.js";
import { parameterNameOf } from "../validation/json-pointer.js";
import type { Workspace } from "./workspace.js";
import { codeOf, pathErrorOf, WorkspacePathError } from "./workspace-path-error.js";

/** Maximum path length; no supported system allows more. */
const maxPathLength = 4096;

/** What must be at a path. */
export type PathExpectation = Pick<PathParameter, "exists" | "kind">;

/** Resolves a path parameter against a workspace, which is opened on demand. */
export async function checkPath(
  path: string,
  parameter: PathParameter,
  open: () => Promise<Workspace>,
): Promise<PathVerdict> {
  try {
    if (parameter.within === "anywhere") return await resolveAnywhere(path, parameter, open);
    const workspace = await open();
    return accept(await workspace.resolve(path, parameter), workspace);
  } catch (error) {
    const { code, message } =
      error instanceof WorkspacePathError ? error : new WorkspacePathError("path_not_allowed", path);
    const parameterName = parameterNameOf(parameter.pointer);
    const refusal = { parameterName, message, errorCode: code, providedValue: path.slice(0, 200) };
    return { ok: false, error: refusal };
  }
}

async function resolveAnywhere(
  path: string,
  parameter: PathParameter,
  open: () => Promise<Workspace>,
): Promise<PathVerdict> {
  checkText(path);
  const opening = open();
  const workspace = isAbsolute(path) ? await opening.catch(() => undefined) : await opening;
  const found = await follow(resolve(workspace?.root ?? "", path), path);
  await expectPath(found, path, parameter);
  return accept(found.path, workspace);
}

function accept(path: string, workspace: Workspace | undefined): PathVerdict {
  if (workspace === undefined || !isInside(workspace.root, path)) return { ok: true, path };
  return { ok: true, path, relativePath: workspace.relative(path) };
}

/** Throws unless the path meets the expectation. `given` is the path as requested. */
export async function expectPath(
  { path, exists }: CanonicalPath,
  given: string,
  { exists: wanted = exists, kind }: PathExpectation,
): Promise<void> {
  const refuse = (detail: string) => new WorkspacePathError("path_not_allowed", given, detail);
  if (exists) {
    const stats = await lstat(path).catch((error: unknown) => {
      throw pathErrorOf(error, given);
    });
    const found = stats.isFile() ? "file" : stats.isDirectory() ? "directory" : undefined;
    if (kind !== undefined && found !== kind) throw refuse(`Path is not a ${kind}`);
    if (found === undefined) throw refuse("Path is neither a file nor a directory");
  }
  if (wanted !== exists) throw new WorkspacePathError(exists ? "path_exists" : "path_not_found", given);
}

export function checkText(path: string): void {
  if (path === "") throw new WorkspacePathError("invalid_path", path, "Path is empty");
  if (path.includes("\0"))
    throw new WorkspacePathError("invalid_path", path, "Path contains a null character");
  if (path.length > maxPathLength) throw new WorkspacePathError("invalid_path", path, "Path is too long");
}

/** Follows links; errors do not reveal their targets. */
export function follow(absolute: string, given: string): Promise<CanonicalPath> {
  return canonicalPath(absolute).catch((error: unknown) => {
    throw pathErrorOf(error, given);
  });
}

/** Whether a path equals a directory or is inside it; a sibling with the same prefix is not. */
export function isInside(directory: string, path: string): boolean {
  const steps = relative(directory, path);
  return !isAbsolute(steps) && steps.split(sep)[0] !== "..";
}

/** Maximum number of links to follow, as in Linux. */
const maxLinks = 40;

/** A path after following every link. */
interface CanonicalPath {
  readonly path: string;
  readonly exists: boolean;
}

/**
 * Follows every link of an absolute path, even dangling ones: writing through a dangling link would create its
 * target. Missing parts are appended unchanged to the deepest existing ancestor.
 */
async function canonicalPath(path: string, links = 0): Promise<CanonicalPath> {
  const found = await realpath(path).catch(ignoreMissing);
  if (found !== undefined) return { path: found, exists: true };
  const parent = dirname(path);
  if (parent === path) return { path, exists: false };
  const { path: directory } = await canonicalPath(parent, links);
  const candidate = join(directory, basename(path));
  const stats = await lstat(candidate).catch(ignoreMissing);
  if (stats?.isSymbolicLink() !== true) return { path: candidate, exists: false };
  if (links >= maxLinks) throw Object.assign(new Error("Too many links"), { code: "ELOOP" });
  return canonicalPath(resolve(directory, await readlink(candidate)), links + 1);
}

function ignoreMissing(error: unknown): undefined {
  if (!/^(?:ENOENT|ENOTDIR)$/.test(codeOf(error) ?? "")) throw error;
}
