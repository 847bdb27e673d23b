import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { isRecord } from "@toolkiln/runtime/json";
import { CommandError } from "../command.js";

/** Reads the JSON object that a flag gives: as it is, from `@file`, or from standard input with `-`. */
export function readDocument(flag: string, source: string, folder: string): Record<string, unknown> {
  const value = parse(flag, textOf(flag, source, folder));
  if (isRecord(value)) return { ...value };
  const type = value === null ? "null" : Array.isArray(value) ? "an array" : `a ${typeof value}`;
  throw new CommandError(`${flag} takes a JSON object, not ${type}.`);
}

function textOf(flag: string, source: string, folder: string): string {
  if (source !== "-" && !source.startsWith("@")) return source;
  const file = source.slice(1);
  try {
    return readFileSync(source === "-" ? 0 : resolve(folder, file), "utf8");
  } catch (error) {
    const name = source === "-" ? "standard input" : file;
    throw new CommandError(`${flag}: ${name} cannot be read.`, undefined, { cause: error });
  }
}

function parse(flag: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, "")) as unknown;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${flag} takes a JSON object, @file or - for standard input: ${reason}`);
  }
}
