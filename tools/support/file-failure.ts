import { ToolResult, type ToolExecutionContext, type ToolFailure } from "@toolkiln/runtime";
import { WorkspacePathError, type Workspace, type WorkspacePathProblem } from "@toolkiln/runtime/node";
import { FailureError } from "./failure-error.js";
import { openWorkspace, displayPath } from "./workspace.js";

const pathCodes: Readonly<Record<WorkspacePathProblem, string>> = {
  invalid_path: "InvalidPath",
  path_exists: "AlreadyExists",
  path_not_allowed: "NotAllowed",
  path_not_found: "NotFound",
  path_outside_workspace: "NotAllowed",
};

const systemFailures: Readonly<Record<string, readonly [code: string, message: string]>> = {
  ENOENT: ["NotFound", "does not exist"],
  ENOTDIR: ["NotAllowed", "is not a directory"],
  EISDIR: ["NotAllowed", "is a directory"],
  EEXIST: ["AlreadyExists", "already exists"],
  EACCES: ["NotAllowed", "cannot be accessed: permission denied"],
  EPERM: ["NotAllowed", "cannot be changed: operation not permitted"],
  ENOSPC: ["NoSpace", "does not fit on the disk"],
  EAGAIN: ["NotAllowed", "is not ready to be read"],
  EIO: ["NotAllowed", "cannot be read"],
  EINVAL: ["NotAllowed", "does not support this operation"],
  ENOTEMPTY: ["NotAllowed", "is not empty: files were added during the operation"],
  EXDEV: ["NotAllowed", "is on another disk"],
};

/** Converts a `FailureError` or an error of the file system to a failure for the model; rethrows every other error. */
export function fileFailure(error: unknown, path: string): ToolFailure {
  if (error instanceof WorkspacePathError) return ToolResult.failed(error.message, pathCodes[error.code]);
  if (error instanceof FailureError) return ToolResult.failed(error.message, error.code);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const failure = systemFailures[code];
  if (failure === undefined) throw error;
  return ToolResult.failed(`'${path}' ${failure[1]}.`, failure[0]);
}

/** Runs a file operation in the call's workspace and converts errors like `fileFailure`; `path` is relative. */
export async function withFile<Result>(
  context: ToolExecutionContext,
  file: string,
  use: (workspace: Workspace, path: string) => Promise<Result>,
): Promise<Result | ToolFailure> {
  const workspace = await openWorkspace(context);
  const path = displayPath(workspace, file);
  try {
    return await use(workspace, path);
  } catch (error) {
    return fileFailure(error, path);
  }
}
