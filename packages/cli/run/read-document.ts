import { closeSync, openSync, readSync } from "node:fs";
import { resolve } from "node:path";
import { CommandError } from "../command-error.js";
import { isRecord } from "@toolkiln/runtime/json";

/** Reads the JSON object that a flag gives: as it is, from `@file`, or from standard input with `-`. */
export function readDocument(flag: string, source: string, folder: string): Record<string, unknown> {
  const value = parse(flag, textOf(flag, source, folder));
  if (isRecord(value)) return { ...value };
  throw new CommandError(
    `${flag} takes a JSON object, not ${value === null ? "null" : Array.isArray(value) ? "an array" : `a ${typeof value}`}.`,
  );
}

/** Bytes of a document; an endless source such as a device would fill the memory. */
const maxBytes = 64 * 1024 * 1024;

function textOf(flag: string, source: string, folder: string): string {
  if (source !== "-" && !source.startsWith("@")) return source;
  const name = source === "-" ? "standard input" : source.slice(1);
  let text: string | undefined;
  try {
    text = source === "-" ? readText(0) : readFile(resolve(folder, name));
  } catch {
    throw new CommandError(`${flag}: ${name} cannot be read.`);
  }
  if (text === undefined) throw new CommandError(`${flag}: ${name} has more than ${maxBytes} bytes.`);
  return text;
}

function readFile(path: string): string | undefined {
  const file = openSync(path, "r");
  try {
    return readText(file);
  } finally {
    closeSync(file);
  }
}

/** Everything that an open file holds; undefined when that is too much. */
function readText(file: number): string | undefined {
  const chunks: Buffer[] = [];
  for (let size = 0; size <= maxBytes;) {
    const chunk = Buffer.allocUnsafe(65_536);
    const length = readSync(file, chunk);
    if (length === 0) return Buffer.concat(chunks).toString("utf8");
    chunks.push(chunk.subarray(0, length));
    size += length;
  }
  return undefined;
}

function parse(flag: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, "")) as unknown;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${flag} takes a JSON object, @file or - for standard input: ${reason}`);
  }
}
