import { lstat } from "node:fs/promises";
import { dirname, sep } from "node:path";
import { ToolArtifact, ToolResult, ToolResultBuilder } from "@toolkiln/runtime";
import { fileMove } from "../generated/tools/file-move.js";
import { measure } from "./support/content-hash.js";
import { withFile } from "./support/workspace.js";

export const tool = fileMove.implement({
  run: (params, context) =>
    withFile(context, params.from, async (workspace, from) => {
      const to = workspace.relative(params.to);
      if (from === ".") return ToolResult.failed("The workspace itself cannot be moved.", "WorkspaceRoot");
      if (params.to === params.from || params.to.startsWith(params.from + sep)) {
        return ToolResult.failed(`'${from}' cannot be moved into itself.`, "IntoItself");
      }
      const measured = await measure(workspace, from, context.signal);
      // Checked before folders are created; the move itself also never replaces a file without `overwrite`.
      const target = await lstat(params.to).catch(() => undefined);
      if (target !== undefined && (!params.overwrite || target.isDirectory()))
        return ToolResult.failed(`'${to}' already exists.`, "AlreadyExists");
      await workspace.makeDirectory(dirname(params.to));
      await workspace.move(params.from, params.to, { overwrite: params.overwrite });
      const fields = { ...measured, action: "moved" } as const;
      return ToolResultBuilder.success()
        .withData({ from, to })
        .withMessage(`Moved ${from} to ${to}`)
        .withSummary(`${from} → ${to}`)
        .withMimeType("application/json")
        .withArtifact(ToolArtifact.custom(measured.type, to, `Moved from ${from}`, fields))
        .build();
    }),
  getExecutionSummary: ({ from, to, overwrite }) =>
    overwrite ? `Move '${from}' to '${to}', replacing an existing file` : `Move '${from}' to '${to}'`,
});
