import { ToolResult } from "@toolkiln/runtime";
import { fileEdit } from "../generated/tools/file-edit.js";
import { fileChanged } from "./support/file-change.js";
import { fileFailure } from "./support/file-failure.js";
import { isBinary } from "./support/text-content.js";
import { openWorkspace, shown } from "./support/workspace.js";

const maxSize = 10_485_760;

export const tool = fileEdit.implement(async ({ path: target, oldText, newText, expectedCount }, context) => {
  const workspace = await openWorkspace(context);
  const path = shown(workspace, target);
  try {
    const bytes = await workspace.readFile(target, { maxBytes: maxSize + 1 });
    if (bytes.length > maxSize)
      return ToolResult.failed(`'${path}' is larger than ${maxSize} bytes.`, "TooLarge");
    if (isBinary(bytes)) return ToolResult.failed(`'${path}' is not text.`, "BinaryFile");
    const original = bytes.toString("utf8");
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
    const modified = parts.join(newText);
    await workspace.writeFile(target, modified, "overwrite");
    return fileChanged(
      { path, original, modified },
      `Replaced ${count} place${count === 1 ? "" : "s"} in ${path}`,
    );
  } catch (error) {
    return fileFailure(error, path);
  }
});
