import type { FileHandle } from "node:fs/promises";
import { MimeTypes, ToolResult, ToolResultBuilder, type FileContentData } from "@toolkiln/runtime";
import { summarizeResult } from "@toolkiln/runtime/kinds";
import { fileRead, type FileReadParams } from "../generated/tools/file-read.js";
import { fileFailure } from "./support/file-failure.js";
import { readLines } from "./support/read-lines.js";
import { textBegunBy, textOf, textTypeOf } from "./support/text-content.js";
import { openWorkspace, shown } from "./support/workspace.js";

export const tool = fileRead.implement(async (params, context) => {
  const workspace = await openWorkspace(context);
  const path = shown(workspace, params.path);
  try {
    const file = await workspace.openForReading(params.path);
    try {
      return await read(file, path, params, context.signal);
    } finally {
      await file.close();
    }
  } catch (error) {
    return fileFailure(error, path);
  }
});

async function read(
  file: FileHandle,
  path: string,
  { startLine = 1, endLine = Number.MAX_SAFE_INTEGER, maxBytes, encoding }: FileReadParams,
  signal: AbortSignal,
): Promise<ToolResult<FileContentData>> {
  const { size } = await file.stat();
  const bytes = await readLines(file, { first: startLine, last: endLine }, maxBytes, signal);
  // Only the limit may cut a character in two: where the file itself does, it is not UTF-8.
  const decode = bytes.length < maxBytes ? textOf : textBegunBy;
  const content = encoding === "utf-8" ? decode(bytes) : Buffer.from(bytes).toString(encoding);
  if (content === undefined) {
    const message = `'${path}' is not UTF-8. Ask for it with encoding latin1 or base64.`;
    return ToolResult.failed(message, "BinaryFile");
  }
  const data: FileContentData = { path, content, size, encoding, truncated: bytes.length < size };
  return ToolResultBuilder.success()
    .withData(data)
    .withSummary(summarizeResult({ kind: "file_content", data }))
    .withMimeType(encoding === "base64" ? MimeTypes.getMimeType(path) : textTypeOf(path))
    .build();
}
