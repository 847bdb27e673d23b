import { isAbsolute, relative, sep } from "node:path";
import type { ToolExecutionContext } from "@toolkiln/runtime";
import { Workspace } from "@toolkiln/runtime/node";

/** The workspace of a call; it opens only files inside. */
export async function openWorkspace({ workspacePath }: ToolExecutionContext): Promise<Workspace> {
  if (workspacePath === undefined) throw new Error("No workspace is set.");
  return Workspace.open(workspacePath);
}

/** A canonical path for display: relative to the workspace, with forward slashes, `.` for the workspace itself. */
export function displayPath(workspace: Workspace, path: string): string {
  return workspace.relative(path).replaceAll("\\", "/");
}

/** Whether a canonical path is a folder or inside it. */
export function isInside(folder: string, path: string): boolean {
  const rest = relative(folder, path);
  return rest === "" || (!isAbsolute(rest) && rest !== ".." && !rest.startsWith(`..${sep}`));
}
