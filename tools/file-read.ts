import { open } from "node:fs/promises";
import { relative } from "node:path";
import { fileRead } from "../generated/tools/file-read.js";

export const tool = fileRead.implement(async ({ path, encoding, maxBytes }, context) => {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const buffer = Buffer.alloc(Math.min(size, maxBytes));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    return {
      path: relative(context.workspacePath ?? "", path),
      content: buffer.toString(encoding, 0, bytesRead),
      size,
      encoding,
      truncated: size > bytesRead,
    };
  } finally {
    await file.close();
  }
});
