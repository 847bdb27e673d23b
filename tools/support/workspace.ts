import { isAbsolute, relative, sep } from "node:path";
import type { ToolExecutionContext } from "@toolkiln/runtime";
import { Workspace } from "@toolkiln/runtime/node";

/** The workspace of a call, through which tools open files without being led outside. */
export async function openWorkspace({ workspacePath }: ToolExecutionContext): Promise<Workspace> {
  if (workspacePath === undefined) throw new Error("There is no workspace.");
  return Workspace.open(workspacePath);
}

/** A canonical path as people and models see it: relative to the workspace, with forward slashes, `.` for itself. */
export function shown(workspace: Workspace, path: string): string {
  return workspace.relative(path).replaceAll("\\", "/");
}

/** Whether a path is a folder or lies in it; both are canonical. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || (!isAbsolute(way) && way !== ".." && !way.startsWith(`..${sep}`));
}
