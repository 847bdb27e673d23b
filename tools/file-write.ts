import { dirname } from "node:path";
import { WorkspacePathError, type Workspace } from "@toolkiln/runtime/node";
import { fileWrite } from "../generated/tools/file-write.js";
import { FailureError } from "./support/failure-error.js";
import { fileChanged, type FileChange } from "./support/file-change.js";
import { withFile } from "./support/workspace.js";
import { checkChangedSize, checkText, readText } from "./support/text-content.js";

export const tool = fileWrite.implement(({ path: target, content, mode }, context) =>
  withFile(context, target, async (workspace, path) => {
    checkText(content);
    const before = mode === "create" ? missing : await readBefore(workspace, target, mode);
    const modified = mode === "append" ? (before.original ?? "") + content : content;
    if (mode === "append" && !before.isNew) checkChangedSize(path, Buffer.byteLength(modified));
    await workspace.makeDirectory(dirname(target));
    await workspace.writeFile(target, modified, before.isNew ? "create" : "overwrite");
    const verb = before.isNew ? "Created" : mode === "append" ? "Appended to" : "Overwrote";
    return fileChanged({ path, modified, ...before }, `${verb} ${path}`);
  }),
);

type Before = Pick<FileChange, "isNew" | "original">;

const missing: Before = { isNew: true, original: undefined };

async function readBefore(workspace: Workspace, path: string, mode: "overwrite" | "append"): Promise<Before> {
  try {
    return { isNew: false, original: await readText(workspace, path) };
  } catch (error) {
    if (error instanceof WorkspacePathError && error.code === "path_not_found") return missing;
    // An overwritten file may be binary or too large; then there is no diff.
    if (error instanceof FailureError && mode === "overwrite") return { isNew: false, original: undefined };
    throw error;
  }
}
