import type { PathPolicy, PathVerdict } from "../executor/path-policy.js";
import type { PathParameter } from "../tool/tool-spec.js";
import { judgePath } from "./path-checks.js";
import { Workspace } from "./workspace.js";
import { WorkspacePathError } from "./workspace-path-error.js";

/**
 * Confines tools to the call's workspace: the path as written and its canonical path must both be inside.
 * `docs/paths.md` lists guarantees and limits.
 */
export class WorkspacePathPolicy implements PathPolicy {
  resolve(path: string, parameter: PathParameter, workspacePath: string | undefined): Promise<PathVerdict> {
    return judgePath(path, parameter, async () => {
      if (workspacePath !== undefined) return Workspace.open(workspacePath);
      throw new WorkspacePathError("path_not_allowed", path, "No workspace is set");
    });
  }
}
