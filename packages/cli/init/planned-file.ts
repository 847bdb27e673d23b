import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "@toolkiln/runtime/json";

/** A file that `toolkiln init` plans: new, changed or unchanged. */
export interface PlannedFile {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  readonly status: "created" | "changed" | "kept";
  readonly contents: string;
  /** Changes to an existing file. */
  readonly changes: readonly string[];
}

/** Reads a file of the project; undefined when it does not exist. */
export type ReadText = (path: string) => string | undefined;

/** Reads the files of the project in a folder. */
export function readTextIn(root: string): ReadText {
  return (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : undefined);
}

function plannedFile(
  path: string,
  before: string | undefined,
  contents: string,
  changes: readonly string[] = [],
): PlannedFile {
  if (before === undefined) return { path, status: "created", contents, changes: [] };
  return { path, status: contents === before ? "kept" : "changed", contents, changes };
}

/** A file that is written only if it does not exist. */
export function wholeFile(read: ReadText, path: string, contents: string): PlannedFile {
  const before = read(path);
  return plannedFile(path, before, before ?? contents);
}

/** A file of lines, such as `.gitignore`; adds the missing ones. */
export function fileWithLines(read: ReadText, path: string, lines: readonly string[]): PlannedFile {
  const before = read(path);
  const text = before ?? "";
  const present = new Set(text.split(/\r?\n/).map((line) => line.trim()));
  const missing = lines.filter((line) => !present.has(line));
  const ending = text.includes("\r\n") ? "\r\n" : "\n";
  const start = text === "" || text.endsWith("\n") || missing.length === 0 ? text : text + ending;
  const contents = start + missing.map((line) => line + ending).join("");
  const changes = missing.map((line) => `add the line \`${line}\``);
  return plannedFile(path, before, contents, changes);
}

/** A JSON object of unknown shape. */
export type JsonObject = Record<string, unknown>;

/** A JSON file that needs certain entries; `edit` adds them and returns what it changed. */
export function jsonFile(
  read: ReadText,
  path: string,
  edit: (value: JsonObject, isNew: boolean) => readonly string[],
): PlannedFile {
  const before = read(path);
  const parsed = parseObject(before ?? "{}");
  const value = parsed ?? {};
  const changes = edit(value, before === undefined);
  // A file with comments is left to its author.
  if (before !== undefined && (changes.length === 0 || parsed === undefined))
    return plannedFile(path, before, before, changes);
  const indent = /^[ \t]+(?=")/m.exec(before ?? "")?.[0] ?? "  ";
  return plannedFile(path, before, `${JSON.stringify(value, undefined, indent)}\n`, changes);
}

/** Parses a JSON object; undefined for everything else, including JSON with comments. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The object under a key; created if missing. */
export function objectAt(value: JsonObject, key: string): JsonObject {
  const found = value[key];
  if (isRecord(found)) return found;
  const made: JsonObject = {};
  value[key] = made;
  return made;
}
