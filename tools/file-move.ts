import { lstat } from "node:fs/promises";
import { dirname, sep } from "node:path";
import { ToolResult } from "@toolkiln/runtime";
import { fileMove } from "../generated/tools/file-move.js";
import { measure } from "./support/content-hash.js";
import { fileFailure } from "./support/file-failure.js";
import { openWorkspace, shown } from "./support/workspace.js";

export const tool = fileMove.implement(async (params, context) => {
  const workspace = await openWorkspace(context);
  const from = shown(workspace, params.from);
  const to = shown(workspace, params.to);
  if (from === ".") return ToolResult.failed("The workspace itself cannot be moved.", "WorkspaceRoot");
  if (params.to === params.from || params.to.startsWith(params.from + sep)) {
    return ToolResult.failed(`'${from}' cannot be moved into itself.`, "IntoItself");
  }
  try {
    const measured = await measure(workspace, from, context.signal);
    const target = await lstat(params.to).catch(() => undefined);
    if (target !== undefined) {
      if (!params.overwrite || target.isDirectory())
        return ToolResult.failed(`'${to}' exists already.`, "AlreadyExists");
      await workspace.remove(params.to);
    }
    await workspace.makeDirectory(dirname(params.to));
    await workspace.move(params.from, params.to);
    const moved = {
      ...measured,
      path: to,
      action: "moved",
      isNew: false,
      description: `Moved from ${from}`,
      timestamp: new Date().toISOString(),
    } as const;
    return ToolResult.succeededWithArtifacts([moved], { from, to }, `Moved ${from} to ${to}`);
  } catch (error) {
    return fileFailure(error, from);
  }
});
