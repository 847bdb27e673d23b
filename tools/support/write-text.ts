import { dirname } from "node:path";
import type { DiffData, ToolExecutionContext, ToolResult } from "@toolkiln/runtime";
import { WorkspacePathError, type Workspace, type WriteMode } from "@toolkiln/runtime/node";
import { fileChanged, type FileChange } from "./file-change.js";
import { fileFailure, unwritableText } from "./file-failure.js";
import { checkChangedSize, readText, UnchangeableFileError } from "./read-text.js";
import { isWritable } from "./text-content.js";
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
): Promise<ToolResult<DiffData>> {
  const workspace = await openWorkspace(context);
  const path = shown(workspace, target);
  if (!isWritable(content)) return unwritableText();
  try {
    const before = mode === "create" ? missing : await readBefore(workspace, target, mode);
    const modified = mode === "append" ? (before.original ?? "") + content : content;
    if (mode === "append" && !before.isNew) checkChangedSize(workspace, target, Buffer.byteLength(modified));
    await workspace.makeDirectory(dirname(target));
    await workspace.writeFile(target, modified, before.isNew ? "create" : "overwrite");
    const verb = before.isNew ? "Created" : mode === "append" ? "Appended to" : "Overwrote";
    return fileChanged({ path, modified, ...before }, `${verb} ${path}`);
  } catch (error) {
    return fileFailure(error, path);
  }
}

type Before = Pick<FileChange, "isNew" | "original">;

const missing: Before = { isNew: true, original: undefined };

async function readBefore(workspace: Workspace, path: string, mode: "overwrite" | "append"): Promise<Before> {
  try {
    return { isNew: false, original: await readText(workspace, path) };
  } catch (error) {
    if (error instanceof WorkspacePathError && error.code === "path_not_found") return missing;
    // What is replaced as a whole need not be text, it just cannot be shown.
    if (error instanceof UnchangeableFileError && mode === "overwrite")
      return { isNew: false, original: undefined };
    throw error;
  }
}
