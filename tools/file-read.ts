import type { FileHandle } from "node:fs/promises";
import { MimeTypes, ToolResult, ToolResultBuilder, type FileContentData } from "@toolkiln/runtime";
import { summarizeResult } from "@toolkiln/runtime/kinds";
import { fileRead, type FileReadParams } from "../generated/tools/file-read.js";
import { withFile } from "./support/file-failure.js";
import { textOf, textTypeOf } from "./support/text-content.js";

const chunkSize = 65_536;
const newline = 0x0a;

export const tool = fileRead.implement((params, context) =>
  withFile(context, params.path, async (workspace, path) => {
    const file = await workspace.openForReading(params.path);
    try {
      return await read(file, path, params, context.signal);
    } finally {
      await file.close();
    }
  }),
);

async function read(
  file: FileHandle,
  path: string,
  { startLine = 1, endLine = Number.MAX_SAFE_INTEGER, maxBytes, encoding }: FileReadParams,
  signal: AbortSignal,
): Promise<ToolResult<FileContentData>> {
  const { size } = await file.stat();
  const bytes = await readLines(file, startLine, endLine, maxBytes, signal);
  // A truncated read may end inside a character; at the end of the file, that means that the file is not UTF-8.
  const isPartial = bytes.length >= maxBytes;
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
}

/** Reads the bytes from the first to the last line (starting at 1), at most `maxBytes`; stops reading as soon as possible. */
async function readLines(
  file: FileHandle,
  first: number,
  last: number,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let collected = 0;
  let line = 1;
  let position = 0;
  const buffer = new Uint8Array(chunkSize);
  while (line <= last) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(buffer, 0, chunkSize, position);
    if (bytesRead === 0) break;
    position += bytesRead;
    // One part per chunk: one part per line would need more memory than the lines themselves.
    let start = line >= first ? 0 : bytesRead;
    let end = 0;
    while (end < bytesRead && line <= last) {
      const found = buffer.indexOf(newline, end);
      const isComplete = found >= 0 && found < bytesRead;
      end = isComplete ? found + 1 : bytesRead;
      if (!isComplete) continue;
      line++;
      if (line === first) start = end;
    }
    const part = buffer.slice(start, Math.min(end, start + maxBytes - collected));
    parts.push(part);
    collected += part.length;
    if (part.length < end - start) break;
  }
  return Buffer.concat(parts);
}
