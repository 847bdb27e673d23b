import type { FileHandle } from "node:fs/promises";

const chunkSize = 65_536;
const newline = 0x0a;

/** A range of lines of a file. */
export interface LineRange {
  /** The first line, counted from 1. */
  readonly first: number;
  /** The last line, included. */
  readonly last: number;
}

/** The bytes of a range of lines, at most `maxBytes` of them; reads no further than it must. */
export async function readLines(
  file: FileHandle,
  { first, last }: LineRange,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
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
    for (let start = 0; start < bytesRead && line <= last;) {
      const end = buffer.indexOf(newline, start);
      const stop = end < 0 || end >= bytesRead ? bytesRead : end + 1;
      if (line >= first) {
        const part = buffer.slice(start, Math.min(stop, start + maxBytes - collected));
        parts.push(part);
        collected += part.length;
        if (part.length < stop - start) return Buffer.concat(parts);
      }
      if (end >= 0 && end < bytesRead) line++;
      start = stop;
    }
  }
  return Buffer.concat(parts);
}
