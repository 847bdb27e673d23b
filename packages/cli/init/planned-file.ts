import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "@toolkiln/runtime/json";

/** A file that `toolkiln init` plans: new, changed or unchanged. */
export interface PlannedFile {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  readonly status: "created" | "changed" | "kept";
  readonly contents: string;
  /** Changes to an existing file; if it is kept, the author must make them. */
  readonly changes: readonly string[];
}

/** Reads a file of the project; undefined when it does not exist. */
export type ReadText = (path: string) => string | undefined;

/** Reads the files of the project in a folder. */
export function readTextIn(root: string): ReadText {
  return (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : undefined);
}

/** A file that is written only if it does not exist. */
export function wholeFile(read: ReadText, path: string, contents: string): PlannedFile {
  const before = read(path);
  const status = before === undefined ? "created" : "kept";
  return { path, status, contents: before ?? contents, changes: [] };
}

/** A file of lines, such as `.gitignore`; adds the missing ones. */
export function fileWithLines(read: ReadText, path: string, lines: readonly string[]): PlannedFile {
  const text = read(path);
  if (text === undefined) return wholeFile(read, path, lines.map((line) => `${line}\n`).join(""));
  const present = new Set(text.split(/\r?\n/).map((line) => line.trim()));
  const missing = lines.filter((line) => !present.has(line));
  const ending = text.includes("\r\n") ? "\r\n" : "\n";
  const start = text === "" || text.endsWith("\n") ? text : text + ending;
  const changes = missing.map((line) => `add the line \`${line}\``);
  const contents = start + missing.map((line) => line + ending).join("");
  return { path, status: missing.length === 0 ? "kept" : "changed", contents, changes };
}

export type JsonObject = Record<string, unknown>;

/** A JSON file that needs certain entries, which `edit` sets. A file with comments is left to its author. */
export function jsonFile(
  read: ReadText,
  path: string,
  edit: (value: JsonObject, isNew: boolean) => void,
): PlannedFile {
  const before = read(path);
  const parsed = parseObject(before ?? "{}");
  const value = structuredClone(parsed ?? {});
  edit(value, before === undefined);
  const indent = /^[ \t]+(?=")/m.exec(before ?? "")?.[0] ?? "  ";
  const contents = `${JSON.stringify(value, undefined, indent)}\n`;
  if (before === undefined) return { path, status: "created", contents, changes: [] };
  const changes = describeChanges(parsed ?? {}, value);
  const isKept = parsed === undefined || changes.length === 0;
  return { path, status: isKept ? "kept" : "changed", contents, changes };
}

/** Describes new, changed and removed entries, up to the second level. */
function describeChanges(before: JsonObject, after: JsonObject, place = ""): string[] {
  return Object.keys({ ...after, ...before }).flatMap((key) => {
    const [old, value] = [before[key], after[key]];
    if (JSON.stringify(old) === JSON.stringify(value)) return [];
    if (value === undefined) return [`remove \`${JSON.stringify(key)}\`${place}`];
    if (place === "" && isRecord(value))
      return describeChanges(isRecord(old) ? old : {}, value, ` in ${key}`);
    return [`set \`${JSON.stringify(key)}: ${JSON.stringify(value)}\`${place}`];
  });
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
  const object = isRecord(found) ? found : {};
  value[key] = object;
  return object;
}
