import { ToolResult } from "@toolkiln/runtime";
import { Workspace } from "@toolkiln/runtime/node";
import { basename } from "node:path";
import { issueAttach } from "../generated/tools/issue-attach.js";

const maxBytes = 1024 * 1024;

export const tool = issueAttach.implement(async ({ id, path }, { services, workspacePath = "" }) => {
  if (services.database.find(id) === undefined)
    return ToolResult.failed(`There is no issue ${id}.`, "NotFound");
  const workspace = await Workspace.open(workspacePath);
  const content = await workspace.readFile(path, { maxBytes: maxBytes + 1 });
  if (content.length > maxBytes) return ToolResult.failed("The file is larger than 1 MiB.", "TooLarge");
  services.database.attach(id, basename(path), content);
  return { name: basename(path), size: content.length };
});
