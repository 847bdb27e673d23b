import { basename } from "node:path";
import { ToolResult, ToolResultBuilder } from "@toolkiln/runtime";
import { formatSize } from "@toolkiln/runtime/kinds";
import { imageRead } from "../generated/tools/image-read.js";
import { readWhole } from "./support/text-content.js";
import { withFile } from "./support/workspace.js";

export const tool = imageRead.implement(({ path: target, maxBytes }, context) =>
  withFile(context, target, async (workspace, path) => {
    const bytes = await readWhole(workspace, target, maxBytes);
    const mimeType = imageTypeOf(bytes);
    if (mimeType === undefined) return ToolResult.failed(`'${path}' is not an image.`, "NotAnImage");
    return ToolResultBuilder.success()
      .withMimeType(mimeType)
      .withSummary(`${basename(path)}, ${mimeType}, ${formatSize(bytes.length)}`)
      .withMessage(`Read ${path} (${mimeType}, ${bytes.length} bytes)`)
      .withData({ base64: bytes.toString("base64"), alt: basename(path) })
      .build();
  }),
);

/** The types of images that a model or a page can show, by their first bytes. */
const signatures: readonly (readonly [mimeType: string, start: RegExp])[] = [
  ["image/png", /^\x89PNG\r\n/],
  ["image/jpeg", /^\xFF\xD8\xFF/],
  ["image/gif", /^GIF8/],
  ["image/webp", /^RIFF.{4}WEBP/s],
  [
    "image/svg+xml",
    /^(\xEF\xBB\xBF)?\s*(<\?xml[^>]*>\s*)?(<!--[^]*?-->\s*)*(<!DOCTYPE svg[^>]*>\s*)?<svg[\s/>]/,
  ],
];

function imageTypeOf(bytes: Buffer): string | undefined {
  const start = bytes.toString("latin1", 0, 1000);
  return signatures.find(([, signature]) => signature.test(start))?.[0];
}
