import type {
  ColumnDefinition,
  DiffData,
  DiffHunk,
  FileContentData,
  FileEntry,
  FileListData,
  ImageResultData,
  JsonSchemaObject,
  TableData,
  TextData,
  ToolResultValue,
} from "@toolkiln/runtime";
import { isDataOfKind, wellKnownSchemas } from "@toolkiln/runtime/kinds";
import { describe, expect, expectTypeOf, it } from "vitest";

/** The properties of a type as text such as `optional string`, which the compiler checks against the type. */
type Shape<T> = {
  [
    Key in keyof T
  ]-?: `${undefined extends T[Key] ? "optional" : object extends Pick<T, Key> ? "optional" : "required"} ${TypeName<NonNullable<T[Key]>>}`;
};

type TypeName<T> = [T] extends [readonly unknown[]]
  ? "array"
  : [T] extends [boolean]
    ? "boolean"
    : [T] extends [number]
      ? "integer"
      : [T] extends [string]
        ? string extends T
          ? "string"
          : "enum"
        : never;

const text: Shape<TextData> = { content: "required string" };
const diff: Shape<DiffData> = {
  path: "required string",
  original: "optional string",
  modified: "required string",
  isNew: "required boolean",
  bytesWritten: "optional integer",
  hunks: "optional array",
};
const hunk: Shape<DiffHunk> = {
  oldStart: "required integer",
  oldLines: "required integer",
  newStart: "required integer",
  newLines: "required integer",
  lines: "required array",
};
const fileContent: Shape<FileContentData> = {
  path: "required string",
  content: "required string",
  size: "required integer",
  encoding: "optional string",
  truncated: "optional boolean",
};
const fileList: Shape<FileListData> = {
  path: "required string",
  entries: "required array",
  truncated: "optional boolean",
};
const entry: Shape<FileEntry> = {
  name: "required string",
  type: "required enum",
  size: "optional integer",
  modified: "optional string",
};
const table: Shape<TableData> = {
  columns: "required array",
  rows: "required array",
  truncated: "optional boolean",
};
const column: Shape<ColumnDefinition> = {
  key: "required string",
  label: "optional string",
  type: "optional enum",
  align: "optional enum",
};

/** The properties of a schema in the same form. */
function shapeOf({ properties = {}, required = [] }: JsonSchemaObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const { type, enum: values } = property as JsonSchemaObject;
      const need = required.includes(name) ? "required" : "optional";
      return [name, `${need} ${values === undefined ? String(type) : "enum"}`];
    }),
  );
}

function propertyOf({ properties = {} }: JsonSchemaObject, name: string): JsonSchemaObject {
  return properties[name] as JsonSchemaObject;
}

function itemsOf(schema: JsonSchemaObject, list: string): JsonSchemaObject {
  const { items } = propertyOf(schema, list);
  return items as JsonSchemaObject;
}

const { diff: diffSchema, file_list: listSchema, table: tableSchema } = wellKnownSchemas;

describe("the types of the well-known kinds", () => {
  it.each([
    ["text", text, wellKnownSchemas.text],
    ["diff", diff, diffSchema],
    ["a hunk of diff", hunk, itemsOf(diffSchema, "hunks")],
    ["file_content", fileContent, wellKnownSchemas.file_content],
    ["file_list", fileList, listSchema],
    ["an entry of file_list", entry, itemsOf(listSchema, "entries")],
    ["table", table, tableSchema],
    ["a column of table", column, itemsOf(tableSchema, "columns")],
  ])("agree with the schema: %s", (_, type, schema) => {
    expect(shapeOf(schema)).toEqual(type);
  });

  it("agree with the schema on the values of enums", () => {
    const types: FileEntry["type"][] = ["file", "directory", "symlink"];
    expectTypeOf<FileEntry["type"]>().toEqualTypeOf<"file" | "directory" | "symlink">();
    expect(propertyOf(itemsOf(listSchema, "entries"), "type").enum).toEqual(types);
    expectTypeOf<NonNullable<ColumnDefinition["align"]>>().toEqualTypeOf<"left" | "center" | "right">();
    expectTypeOf<NonNullable<ColumnDefinition["type"]>>().toEqualTypeOf<
      "string" | "number" | "boolean" | "date"
    >();
  });

  it("require a URL or the bytes of an image, as its schema does", () => {
    const good: ImageResultData[] = [
      { url: "a" },
      { base64: "AA==" },
      { url: "a", base64: "AA==", alt: "x" },
    ];
    for (const data of good) expect(isDataOfKind("image", data)).toBe(true);
    // @ts-expect-error One of the two is needed.
    const empty: ImageResultData = {};
    // @ts-expect-error One of the two is needed.
    const onlyAlt: ImageResultData = { alt: "x" };
    // @ts-expect-error A URL is a string.
    const number: ImageResultData = { url: 1 };
    for (const data of [empty, onlyAlt, number]) expect(isDataOfKind("image", data)).toBe(false);
  });
});

describe("ToolResultValue", () => {
  it("narrows its data by its kind", () => {
    const describeValue = (value: ToolResultValue): string => {
      if (value.kind === "diff") return value.data.modified;
      if (value.kind === "file_list") return value.data.entries.map(({ name }) => name).join();
      if (value.kind === "image") return value.data.url ?? value.data.base64 ?? "";
      return value.kind;
    };
    expect(describeValue({ kind: "diff", data: { path: "a", modified: "b", isNew: true } })).toBe("b");
    expect(describeValue({ kind: "git.status", data: { branch: "main" } })).toBe("git.status");
    // @ts-expect-error A diff has a path.
    const wrong: ToolResultValue = { kind: "diff", data: { modified: "b", isNew: true } };
    expect(isDataOfKind("diff", wrong.data)).toBe(false);
  });
});
