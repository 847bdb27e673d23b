import type { FileHandle } from "node:fs/promises";
import { MimeTypes, ToolResult, ToolResultBuilder, type FileContentData } from "@toolkiln/runtime";
import { summarizeResult } from "@toolkiln/runtime/kinds";
import { fileRead, type FileReadParams } from "../generated/tools/file-read.js";
import { withFile } from "./support/workspace.js";
import { textOf, textTypeOf } from "./support/text-content.js";

export const tool = fileRead.implement((params, context) =>
  withFile(context, params.path, async (workspace, path) => {
    const { encoding } = params;
    const file = await workspace.openForReading(params.path);
    const { size } = await file.stat();
    // A truncated read may end inside a character. If the file itself ends inside one, it is not UTF-8.
    const { bytes, isPartial } = await readLines(file, params, context.signal);
    const content = encoding === "utf-8" ? textOf(bytes, { isPartial }) : bytes.toString(encoding);
    if (content === undefined) {
      const message = `'${path}' is not UTF-8. Set \`encoding\` to latin1 or base64.`;
      return ToolResult.failed(message, "BinaryFile");
    }
    const data: FileContentData = { path, content, size, encoding, truncated: bytes.length < size };
    return ToolResultBuilder.success()
      .withData(data)
      .withSummary(summarizeResult({ kind: "file_content", data }))
      .withMimeType(encoding === "base64" ? MimeTypes.getMimeType(path) : textTypeOf(path))
      .build();
  }),
);

/** Reads the bytes from the first to the last line (starting at 1), at most `maxBytes`, and closes the file. */
async function readLines(
  file: FileHandle,
  { startLine: first = 1, endLine: last = Number.MAX_SAFE_INTEGER, maxBytes }: FileReadParams,
  signal: AbortSignal,
): Promise<{ readonly bytes: Buffer; readonly isPartial: boolean }> {
  const parts: Buffer[] = [];
  let room = maxBytes;
  let line = 1;
  for await (const chunk of file.createReadStream({ signal }) as AsyncIterable<Buffer>) {
    // One part per chunk: one part per line would need more memory than the lines themselves.
    let start = line >= first ? 0 : chunk.length;
    let end = 0;
    while (end < chunk.length && line <= last) {
      const found = chunk.indexOf("\n", end);
      end = found < 0 ? chunk.length : found + 1;
      if (found >= 0) line++;
      if (found >= 0 && line === first) start = end;
    }
    // Even an empty part would keep its chunk in memory.
    if (end > start) parts.push(chunk.subarray(start, Math.min(end, start + room)));
    room -= end - start;
    if (room < 0 || line > last) break;
  }
  return { bytes: Buffer.concat(parts), isPartial: room < 0 };
}
