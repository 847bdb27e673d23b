import { isAbsolute, resolve, sep } from "node:path";
import type { PathPolicy, PathVerdict } from "../executor/path-policy.js";
import type { PathParameter } from "../tool/tool-spec.js";
import { parameterNameOf } from "../validation/json-pointer.js";
import { checkText, expectPath, follow, isInside, type WorkspaceOptions } from "./path-checks.js";
import { Workspace } from "./workspace.js";
import { WorkspacePathError } from "./workspace-path-error.js";

/**
 * Keeps tools inside the call's workspace: the path as written and the path behind its links both have to lie in it.
 * What it promises, and what remains, is in `docs/paths.md`.
 */
export class WorkspacePathPolicy implements PathPolicy {
  readonly #options: WorkspaceOptions;

  constructor(options: WorkspaceOptions = {}) {
    this.#options = options;
  }

  async resolve(
    path: string,
    parameter: PathParameter,
    workspacePath: string | undefined,
  ): Promise<PathVerdict> {
    try {
      if (parameter.within === "anywhere") return await this.#resolveAnywhere(path, parameter, workspacePath);
      const workspace = await this.#open(path, workspacePath);
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

  async #open(path: string, workspacePath: string | undefined): Promise<Workspace> {
    if (workspacePath === undefined)
      throw new WorkspacePathError("path_not_allowed", path, "There is no workspace");
    return Workspace.open(workspacePath, this.#options);
  }

  async #resolveAnywhere(
    path: string,
    parameter: PathParameter,
    workspacePath: string | undefined,
  ): Promise<PathVerdict> {
    checkText(path);
    const opening = this.#open(path, workspacePath);
    const workspace = isAbsolute(path) ? await opening.catch(() => undefined) : await opening;
    const found = await follow(resolve(workspace?.root ?? "", path), path);
    await expectPath(found, path, parameter, this.#options);
    return accept(found.path, workspace);
  }
}

function accept(path: string, workspace: Workspace | undefined): PathVerdict {
  if (workspace === undefined || !isInside(workspace.root, path)) return { ok: true, path };
  return { ok: true, path, relativePath: workspace.relative(path).replaceAll(sep, "/") };
}
