import { ToolResult } from "@toolkiln/runtime";
import { fileEdit } from "../generated/tools/file-edit.js";
import { fileChanged } from "./support/file-change.js";
import { withFile } from "./support/workspace.js";
import { checkChangedSize, checkText, readText } from "./support/text-content.js";

export const tool = fileEdit.implement(({ path: target, oldText, newText, expectedCount }, context) =>
  withFile(context, target, async (workspace, path) => {
    checkText(oldText);
    checkText(newText);
    const original = await readText(workspace, target);
    const parts = original.split(oldText);
    const count = parts.length - 1;
    if (count !== expectedCount) {
      const found = count === 0 ? "does not occur" : `occurs ${count} times`;
      const fix =
        count === 0 ? "Read the file and copy the text exactly." : "Add context or set expectedCount.";
      const message = `The old text ${found} in '${path}', expected ${expectedCount}. ${fix}`;
      return ToolResult.failed(message, "CountMismatch");
    }
    const growth = Buffer.byteLength(newText) - Buffer.byteLength(oldText);
    checkChangedSize(path, Buffer.byteLength(original) + count * growth);
    const modified = parts.join(newText);
    await workspace.writeFile(target, modified, "overwrite");
    const message = `Replaced ${count} occurrence${count === 1 ? "" : "s"} in ${path}`;
    return fileChanged({ path, isNew: false, original, modified }, message);
  }),
);
