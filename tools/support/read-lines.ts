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
    // One part a chunk, however many lines it holds: a part for each would outweigh them.
    let start = line >= first ? 0 : bytesRead;
    let end = 0;
    while (end < bytesRead && line <= last) {
      const found = buffer.indexOf(newline, end);
      const isWhole = found >= 0 && found < bytesRead;
      end = isWhole ? found + 1 : bytesRead;
      if (!isWhole) continue;
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
