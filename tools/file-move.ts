import { randomUUID } from "node:crypto";
import { lstat } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { ToolResult } from "@toolkiln/runtime";
import type { Workspace } from "@toolkiln/runtime/node";
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
    if (target !== undefined && (!params.overwrite || target.isDirectory()))
      return ToolResult.failed(`'${to}' exists already.`, "AlreadyExists");
    await workspace.makeDirectory(dirname(params.to));
    if (target === undefined) await workspace.move(params.from, params.to);
    else await moveOver(workspace, params.from, params.to);
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

/** Moves something to where a file is, which stays there when that fails. */
async function moveOver(workspace: Workspace, from: string, to: string): Promise<void> {
  const aside = join(dirname(to), `.${randomUUID()}.tmp`);
  await workspace.move(to, aside);
  try {
    await workspace.move(from, to);
  } catch (error) {
    await workspace.move(aside, to);
    throw error;
  }
  await workspace.remove(aside);
}
