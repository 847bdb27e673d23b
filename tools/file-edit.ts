import { ToolResult } from "@toolkiln/runtime";
import { fileEdit } from "../generated/tools/file-edit.js";
import { fileChanged } from "./support/file-change.js";
import { fileFailure } from "./support/file-failure.js";
import { checkChangedSize, checkText, readText } from "./support/read-text.js";
import { openWorkspace, shown } from "./support/workspace.js";

export const tool = fileEdit.implement(async ({ path: target, oldText, newText, expectedCount }, context) => {
  const workspace = await openWorkspace(context);
  const path = shown(workspace, target);
  try {
    checkText(oldText);
    checkText(newText);
    const original = await readText(workspace, target);
    const parts = original.split(oldText);
    const count = parts.length - 1;
    if (count !== expectedCount) {
      const found = count === 0 ? "does not occur" : `occurs ${count} times`;
      const way =
        count === 0 ? "Read the file and copy the text exactly." : "Add context or set expectedCount.";
      return ToolResult.failed(
        `The old text ${found} in '${path}', expected ${expectedCount}. ${way}`,
        "CountMismatch",
      );
    }
    const growth = Buffer.byteLength(newText) - Buffer.byteLength(oldText);
    checkChangedSize(workspace, target, Buffer.byteLength(original) + count * growth);
    const modified = parts.join(newText);
    await workspace.writeFile(target, modified, "overwrite");
    return fileChanged(
      { path, isNew: false, original, modified },
      `Replaced ${count} place${count === 1 ? "" : "s"} in ${path}`,
    );
  } catch (error) {
    return fileFailure(error, path);
  }
});
