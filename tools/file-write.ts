import { dirname } from "node:path";
import { WorkspacePathError, type Workspace } from "@toolkiln/runtime/node";
import { fileWrite } from "../generated/tools/file-write.js";
import { fileChanged } from "./support/file-change.js";
import { fileFailure } from "./support/file-failure.js";
import { openWorkspace, shown } from "./support/workspace.js";

export const tool = fileWrite.implement(async ({ path: target, content, mode }, context) => {
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
});

async function readIfThere(workspace: Workspace, path: string): Promise<string | undefined> {
  try {
    return (await workspace.readFile(path)).toString("utf8");
  } catch (error) {
    if (error instanceof WorkspacePathError && error.code === "path_not_found") return undefined;
    throw error;
  }
}
