import type { JsonSchemaObject } from "../tool/json-schema.js";

/** Data of kind `text`. */
export interface TextData {
  content: string;
}

/** Data of kind `diff`: one file before and after. */
export interface DiffData {
  path: string;
  /** Absent for a new file. */
  original?: string;
  modified: string;
  isNew: boolean;
  bytesWritten?: number;
  hunks?: DiffHunk[];
}

/** A diff hunk with its context. */
export interface DiffHunk {
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  /** Each line with a prefix: a space, `+` or `-`. */
  lines: string[];
}

/** Data of kind `file_content`. */
export interface FileContentData {
  path: string;
  content: string;
  /** Bytes of the whole file. */
  size: number;
  encoding?: string;
  /** Whether `content` is incomplete. */
  truncated?: boolean;
}

/** Data of kind `file_list`. */
export interface FileListData {
  path: string;
  entries: FileEntry[];
  truncated?: boolean;
}

/** One entry of a `file_list`. */
export interface FileEntry {
  name: string;
  type: "file" | "directory" | "symlink";
  size?: number;
  /** ISO 8601. */
  modified?: string;
}

/** Data of kind `table`. */
export interface TableData {
  columns: ColumnDefinition[];
  rows: { [column: string]: unknown }[];
  truncated?: boolean;
}

/** A column of a `table`. */
export interface ColumnDefinition {
  key: string;
  label?: string;
  type?: "string" | "number" | "boolean" | "date";
  align?: "left" | "center" | "right";
}

/** Data of kind `image`: a URL, base64 bytes, or both. */
export type ImageResultData = { alt?: string } & (
  | { url: string; base64?: string }
  | { url?: string; base64: string }
);

/** The data of each well-known kind, by the kind's name. */
export interface WellKnownKinds {
  text: TextData;
  diff: DiffData;
  file_content: FileContentData;
  file_list: FileListData;
  table: TableData;
  image: ImageResultData;
  structured: unknown;
}

/** The name of a well-known kind. */
export type WellKnownKind = keyof WellKnownKinds;

const text: JsonSchemaObject = { type: "string" };
const flag: JsonSchemaObject = { type: "boolean" };
const amount: JsonSchemaObject = { type: "integer", minimum: 0 };
const oneOf = (...names: string[]): JsonSchemaObject => ({ type: "string", enum: names });
const list = (items: JsonSchemaObject): JsonSchemaObject => ({ type: "array", items });

/** An object schema; names with a question mark are optional. */
function record(fields: Record<string, JsonSchemaObject>): JsonSchemaObject {
  const names = Object.keys(fields);
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name.replace("?", ""), fields[name] ?? {}])),
    required: names.filter((name) => !name.endsWith("?")),
  };
}

const hunk = record({
  oldStart: amount,
  oldLines: amount,
  newStart: amount,
  newLines: amount,
  lines: list(text),
});

const entry = record({
  name: text,
  type: oneOf("file", "directory", "symlink"),
  "size?": amount,
  "modified?": text,
});

const column = record({
  key: text,
  "label?": text,
  "type?": oneOf("string", "number", "boolean", "date"),
  "align?": oneOf("left", "center", "right"),
});

/** The JSON Schema of each well-known kind's data. Other fields are allowed. */
export const wellKnownSchemas: Readonly<Record<WellKnownKind, JsonSchemaObject>> = {
  text: record({ content: text }),
  diff: record({
    path: text,
    "original?": text,
    modified: text,
    isNew: flag,
    "bytesWritten?": amount,
    "hunks?": list(hunk),
  }),
  file_content: record({ path: text, content: text, size: amount, "encoding?": text, "truncated?": flag }),
  file_list: record({ path: text, entries: list(entry), "truncated?": flag }),
  table: record({ columns: list(column), rows: list({ type: "object" }), "truncated?": flag }),
  image: {
    ...record({ "url?": text, "base64?": text, "alt?": text }),
    anyOf: [{ required: ["url"] }, { required: ["base64"] }],
  },
  structured: {},
};

/** The names of the well-known kinds. */
export const wellKnownKinds = Object.keys(wellKnownSchemas) as readonly WellKnownKind[];

/** Whether a kind is well-known. */
export function isWellKnownKind(kind: string): kind is WellKnownKind {
  return Object.hasOwn(wellKnownSchemas, kind);
}
