import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { CommandError } from "../command-error.js";

/** Reads the JSON object that a flag gives: as it is, from `@file`, or from standard input with `-`. */
export function readDocument(flag: string, source: string, folder: string): Record<string, unknown> {
  const value = parse(flag, textOf(flag, source, folder));
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new CommandError(
    `${flag} takes a JSON object, not ${value === null ? "null" : Array.isArray(value) ? "an array" : `a ${typeof value}`}.`,
  );
}

function textOf(flag: string, source: string, folder: string): string {
  if (source === "-") return readFileSync(0, "utf8");
  if (!source.startsWith("@")) return source;
  try {
    return readFileSync(resolve(folder, source.slice(1)), "utf8");
  } catch {
    throw new CommandError(`${flag}: ${source.slice(1)} cannot be read.`);
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
