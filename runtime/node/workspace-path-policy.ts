import { realpath } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import type { PathPolicy, PathVerdict } from "../executor/path-policy.js";
import type { PathParameter } from "../tool/tool-spec.js";

/** Keeps tools inside the call's workspace: the path as written and the path behind its links both have to lie in it. */
export class WorkspacePathPolicy implements PathPolicy {
  async resolve(
    path: string,
    parameter: PathParameter,
    workspacePath: string | undefined,
  ): Promise<PathVerdict> {
    const parameterName = parameter.pointer.slice(1);
    if (workspacePath === undefined)
      return refuse(parameterName, "path_not_allowed", "There is no workspace.");
    const outside = refuse(
      parameterName,
      "path_outside_workspace",
      `Path is outside the workspace: ${JSON.stringify(path)}`,
    );
    if (path.includes("\0")) return outside;
    const root = await realpath(workspacePath);
    const wanted = resolve(root, path);
    if (parameter.within === "workspace" && !isInside(root, wanted)) return outside;
    const { canonical, exists } = await canonicalize(wanted);
    if (parameter.within === "workspace" && !isInside(root, canonical)) return outside;
    if (parameter.exists === true && !exists) {
      return refuse(parameterName, "path_not_found", `Path does not exist: ${path}`);
    }
    return { ok: true, path: canonical };
  }
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === "" || (!isAbsolute(way) && way !== ".." && !way.startsWith(`..${sep}`));
}

/** Follows the links of the deepest ancestor that exists; the rest of the path is taken as it is. */
async function canonicalize(path: string): Promise<{ canonical: string; exists: boolean }> {
  try {
    return { canonical: await realpath(path), exists: true };
  } catch {
    const parent = dirname(path);
    if (parent === path) return { canonical: path, exists: false };
    const { canonical } = await canonicalize(parent);
    return { canonical: resolve(canonical, path.slice(parent.length).replace(/^[/\\]/, "")), exists: false };
  }
}

function refuse(parameterName: string, errorCode: string, message: string): PathVerdict {
  return { ok: false, error: { parameterName, message, errorCode } };
}
