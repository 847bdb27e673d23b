import { ToolResult, type ToolExecutionContext, type ToolFailure } from "@toolkiln/runtime";
import { WorkspacePathError, type Workspace, type WorkspacePathProblem } from "@toolkiln/runtime/node";
import { UnchangeableFileError } from "./text-content.js";
import { openWorkspace, shown } from "./workspace.js";

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
  EEXIST: ["AlreadyExists", "exists already"],
  EACCES: ["NotAllowed", "may not be accessed"],
  EPERM: ["NotAllowed", "may not be changed"],
  ENOSPC: ["NoSpace", "does not fit on the disk"],
  EAGAIN: ["NotAllowed", "cannot be read without waiting"],
  EIO: ["NotAllowed", "cannot be read"],
  EINVAL: ["NotAllowed", "cannot be used in this way"],
  ENOTEMPTY: ["NotAllowed", "was added to at the same time"],
  EXDEV: ["NotAllowed", "lies on another disk"],
};

/** The failure that the model gets for a failed file operation; throws errors that are not the file system's. */
export function fileFailure(error: unknown, path: string): ToolFailure {
  if (error instanceof WorkspacePathError) return ToolResult.failed(error.message, pathCodes[error.code]);
  if (error instanceof UnchangeableFileError) return ToolResult.failed(error.message, error.code);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const failure = systemFailures[code];
  if (failure === undefined) throw error;
  return ToolResult.failed(`'${path}' ${failure[1]}.`, failure[0]);
}

/** Works on a file of the call's workspace, `path` as people and models see it; errors of the file system are failures. */
export async function withFile<Result>(
  context: ToolExecutionContext,
  file: string,
  use: (workspace: Workspace, path: string) => Promise<Result>,
): Promise<Result | ToolFailure> {
  const workspace = await openWorkspace(context);
  const path = shown(workspace, file);
  try {
    return await use(workspace, path);
  } catch (error) {
    return fileFailure(error, path);
  }
}
