import { basename } from "node:path";
import { ToolResult, ToolResultBuilder } from "@toolkiln/runtime";
import { formatSize } from "@toolkiln/runtime/kinds";
import { imageRead } from "../generated/tools/image-read.js";
import { fileFailure } from "./support/file-failure.js";
import { imageTypeOf } from "./support/image-type.js";
import { openWorkspace, shown } from "./support/workspace.js";

export const tool = imageRead.implement(async ({ path: target, maxBytes }, context) => {
  const workspace = await openWorkspace(context);
  const path = shown(workspace, target);
  try {
    const bytes = await workspace.readFile(target, { maxBytes: maxBytes + 1 });
    if (bytes.length > maxBytes)
      return ToolResult.failed(`'${path}' has more than ${maxBytes} bytes.`, "TooLarge");
    const mimeType = imageTypeOf(bytes);
    if (mimeType === undefined) return ToolResult.failed(`'${path}' is not an image.`, "NotAnImage");
    return ToolResultBuilder.success()
      .withMimeType(mimeType)
      .withSummary(`${basename(path)}, ${mimeType}, ${formatSize(bytes.length)}`)
      .withMessage(`Read ${path} (${mimeType}, ${bytes.length} bytes)`)
      .withData({ base64: bytes.toString("base64"), alt: basename(path) })
      .build();
  } catch (error) {
    return fileFailure(error, path);
  }
});
