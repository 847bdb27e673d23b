import { dirname } from "node:path";
import type { DiffData, ToolExecutionContext, ToolFailure, ToolSuccess } from "@toolkiln/runtime";
import { WorkspacePathError, type Workspace, type WriteMode } from "@toolkiln/runtime/node";
import { fileChanged } from "./file-change.js";
import { fileFailure } from "./file-failure.js";
import { openWorkspace, shown } from "./workspace.js";

/** A text and where it goes. */
export interface TextToWrite {
  /** Canonical. */
  readonly path: string;
  readonly content: string;
  readonly mode: WriteMode;
}

/** Writes a text into a file of the workspace and tells how the file changed. */
export async function writeText(
  { path: target, content, mode }: TextToWrite,
  context: ToolExecutionContext,
): Promise<ToolSuccess<DiffData> | ToolFailure> {
  const workspace = await openWorkspace(context);
  const path = shown(workspace, target);
  try {
    const original = mode === "create" ? undefined : await readIfThere(workspace, target);
    const modified = mode === "append" ? (original ?? "") + content : content;
    await workspace.makeDirectory(dirname(target));
    await workspace.writeFile(target, modified, original === undefined ? "create" : "overwrite");
    const verb = original === undefined ? "Created" : mode === "append" ? "Appended to" : "Overwrote";
    return fileChanged({ path, original, modified }, `${verb} ${path}`);
  } catch (error) {
    return fileFailure(error, path);
  }
}

async function readIfThere(workspace: Workspace, path: string): Promise<string | undefined> {
  try {
    return (await workspace.readFile(path)).toString("utf8");
  } catch (error) {
    if (error instanceof WorkspacePathError && error.code === "path_not_found") return undefined;
    throw error;
  }
}
