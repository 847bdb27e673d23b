import type { JsonSchemaObject } from "../tool/json-schema.js";
import type { WellKnownKind } from "./well-known-data.js";

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;
const amount = { type: "integer", minimum: 0 } as const;
const list = (items: JsonSchemaObject): JsonSchemaObject => ({ type: "array", items });
const record = (properties: Record<string, JsonSchemaObject>, required: string[]): JsonSchemaObject => ({
  type: "object",
  properties,
  required,
});

const hunk = record(
  { oldStart: amount, oldLines: amount, newStart: amount, newLines: amount, lines: list(text) },
  ["oldStart", "oldLines", "newStart", "newLines", "lines"],
);

const entry = record(
  {
    name: text,
    type: { type: "string", enum: ["file", "directory", "symlink"] },
    size: amount,
    modified: text,
  },
  ["name", "type"],
);

const column = record(
  {
    key: text,
    label: text,
    type: { type: "string", enum: ["string", "number", "boolean", "date"] },
    align: { type: "string", enum: ["left", "center", "right"] },
  },
  ["key"],
);

/** The JSON Schema of each well-known kind's data. Fields that are not named here are allowed. */
export const wellKnownSchemas: Readonly<Record<WellKnownKind, JsonSchemaObject>> = {
  text: record({ content: text }, ["content"]),
  diff: record(
    { path: text, original: text, modified: text, isNew: flag, bytesWritten: amount, hunks: list(hunk) },
    ["path", "modified", "isNew"],
  ),
  file_content: record({ path: text, content: text, size: amount, encoding: text, truncated: flag }, [
    "path",
    "content",
    "size",
  ]),
  file_list: record({ path: text, entries: list(entry), truncated: flag }, ["path", "entries"]),
  table: record({ columns: list(column), rows: list({ type: "object" }), truncated: flag }, [
    "columns",
    "rows",
  ]),
  image: {
    ...record({ url: text, base64: text, alt: text }, []),
    anyOf: [{ required: ["url"] }, { required: ["base64"] }],
  },
  structured: {},
};
