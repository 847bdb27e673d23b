import { isAbsolute, relative, sep } from "node:path";
import { getSystemErrorMap } from "node:util";
import { ToolResult, type ToolExecutionContext, type ToolFailure } from "@toolkiln/runtime";
import { Workspace, WorkspacePathError } from "@toolkiln/runtime/node";
import { FailureError } from "./failure-error.js";

/** Opens the workspace of a call, which gives access only to files inside it. */
export async function openWorkspace({ workspacePath }: ToolExecutionContext): Promise<Workspace> {
  if (workspacePath === undefined) throw new Error("No workspace is set.");
  return Workspace.open(workspacePath);
}

/** Whether a canonical path equals a folder or is inside it. */
export function isInside(folder: string, path: string): boolean {
  const rest = relative(folder, path);
  return !isAbsolute(rest) && rest.split(sep)[0] !== "..";
}

/** Runs a file operation in the call's workspace; converts errors with `fileFailure`. `use` gets the relative path. */
export async function withFile<Result>(
  context: ToolExecutionContext,
  file: string,
  use: (workspace: Workspace, path: string) => Promise<Result>,
): Promise<Result | ToolFailure> {
  const workspace = await openWorkspace(context);
  const path = workspace.relative(file);
  return use(workspace, path).catch((error: unknown) => fileFailure(error, path));
}

/** The codes of failures; every other error of a path or of the file system is `NotAllowed`. */
const failureCodes: Readonly<Record<string, string>> = {
  invalid_path: "InvalidPath",
  path_exists: "AlreadyExists",
  path_not_found: "NotFound",
  EEXIST: "AlreadyExists",
  ENOENT: "NotFound",
  ENOSPC: "NoSpace",
};

/** Converts a `FailureError` or an error of the file system to a failure for the model; rethrows every other error. */
export function fileFailure(error: unknown, path: string): ToolFailure {
  if (error instanceof FailureError) return ToolResult.failed(error.message, error.code);
  if (error instanceof WorkspacePathError)
    return ToolResult.failed(error.message, failureCodes[error.code] ?? "NotAllowed");
  const errno = error instanceof Error && "errno" in error ? Number(error.errno) : 0;
  const [code, reason] = getSystemErrorMap().get(errno) ?? [];
  if (code === undefined) throw error;
  return ToolResult.failed(`'${path}' cannot be used: ${reason}.`, failureCodes[code] ?? "NotAllowed");
}
