import { basename } from "node:path";
import { ToolResult, ToolResultBuilder } from "@toolkiln/runtime";
import { formatSize } from "@toolkiln/runtime/kinds";
import { imageRead } from "../generated/tools/image-read.js";
import { withFile } from "./support/file-failure.js";

export const tool = imageRead.implement(({ path: target, maxBytes }, context) =>
  withFile(context, target, async (workspace, path) => {
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
  }),
);

/** The type of an image that a model or a page can show, by its first bytes. */
function imageTypeOf(bytes: Uint8Array): string | undefined {
  const startsWith = (...signature: readonly number[]) =>
    signature.every((byte, index) => bytes[index] === byte);
  if (startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "image/png";
  if (startsWith(0xff, 0xd8, 0xff)) return "image/jpeg";
  if (startsWith(0x47, 0x49, 0x46, 0x38)) return "image/gif";
  if (startsWith(0x52, 0x49, 0x46, 0x46) && text(bytes.subarray(8, 12)) === "WEBP") return "image/webp";
  return /^\s*(<\?xml[^>]*>\s*)?(<!--[^]*?-->\s*)*(<!DOCTYPE svg[^>]*>\s*)?<svg[\s/>]/.test(
    text(bytes.subarray(0, 1000)),
  )
    ? "image/svg+xml"
    : undefined;
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
