import type { JsonSchemaObject } from "../tool/json-schema.js";
import type { WellKnownKind } from "./well-known-data.js";

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
