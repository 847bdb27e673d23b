import { lstat, readdir } from "node:fs/promises";
import { dirname } from "node:path";
import { ToolResult, ToolResultBuilder } from "@toolkiln/runtime";
import { fileDelete } from "../generated/tools/file-delete.js";
import { measure } from "./support/content-hash.js";
import { withFile } from "./support/workspace.js";

const trash = ".trash";

export const tool = fileDelete.implement({
  run: ({ path: target, permanent }, context) =>
    withFile(context, target, async (workspace, path) => {
      if (path === ".") return ToolResult.failed("The workspace itself cannot be deleted.", "WorkspaceRoot");
      if (!permanent && (path === trash || path.startsWith(`${trash}/`))) {
        const message = `'${path}' is already in the trash. Set \`permanent\` to delete it permanently.`;
        return ToolResult.failed(message, "AlreadyInTrash");
      }
      const isDirectory = (await lstat(target)).isDirectory();
      // With `withFileTypes`, `readdir` does not follow links, which may be circular or lead outside.
      const inside = isDirectory ? await readdir(target, { recursive: true, withFileTypes: true }) : [];
      const entries = 1 + inside.length;
      const timestamp = new Date().toISOString();
      const measured = await measure(workspace, path, context.signal);
      const deleted = ToolResultBuilder.success()
        .withSummary(entries === 1 ? "1 entry" : `${entries} entries`)
        .withMimeType("application/json")
        .withArtifact({ ...measured, path, action: "deleted", isNew: false, timestamp });
      if (permanent) {
        await workspace.remove(target);
        return deleted.withData({ path, entries }).withMessage(`Deleted ${path} permanently`).build();
      }
      const movedTo = `${trash}/${timestamp.replaceAll(":", "-")}-${context.executionId}/${path}`;
      await workspace.makeDirectory(dirname(movedTo));
      await workspace.move(target, movedTo);
      return deleted.withData({ path, entries, movedTo }).withMessage(`Moved ${path} to ${movedTo}`).build();
    }),
  getExecutionSummary: ({ path, permanent }) =>
    permanent ? `Delete '${path}' permanently` : `Move '${path}' to the trash`,
});
