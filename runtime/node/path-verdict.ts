import { isAbsolute, resolve, sep } from "node:path";
import type { PathVerdict } from "../executor/path-policy.js";
import type { PathParameter } from "../tool/tool-spec.js";
import { parameterNameOf } from "../validation/json-pointer.js";
import { checkText, expectPath, follow, isInside } from "./path-checks.js";
import type { Workspace } from "./workspace.js";
import { WorkspacePathError } from "./workspace-path-error.js";

/** Resolves a path parameter against a workspace, which is opened on demand. */
export async function judgePath(
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
    return {
      ok: false,
      error: { parameterName, message, errorCode: code, providedValue: path.slice(0, 200) },
    };
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
  return { ok: true, path, relativePath: workspace.relative(path).replaceAll(sep, "/") };
}
