import { mkdir, rename, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { ToolResult } from "@toolkiln/runtime";
import { fileDelete } from "../generated/tools/file-delete.js";

const trash = ".trash";

export const tool = fileDelete.implement(async ({ path, permanent }, context) => {
  const workspace = context.workspacePath ?? "";
  const deleted = relative(workspace, path);
  if (deleted === "") return ToolResult.failed("The workspace itself cannot be deleted.", "WorkspaceRoot");
  const artifact = { type: "file", path: deleted, action: "deleted", isNew: false } as const;
  if (permanent) {
    await rm(path, { recursive: true });
    return ToolResult.succeededWithArtifacts([artifact], { path: deleted }, `Deleted ${deleted} for good`);
  }
  const folder = join(trash, context.startedAt.toISOString().replaceAll(":", "-"));
  const movedTo = join(folder, deleted);
  await mkdir(join(workspace, movedTo, ".."), { recursive: true });
  await rename(path, join(workspace, movedTo));
  return ToolResult.succeededWithArtifacts(
    [artifact],
    { path: deleted, movedTo },
    `Moved ${deleted} to ${folder}`,
  );
});
