import type { JsonSchemaObject, JsonValue } from "@toolkiln/runtime";
import type { JsonSchemaType } from "@toolkiln/runtime/vocabulary";
import type { SchemaDialect } from "../schema-dialect.js";
import { declaredTypes, schemaList, typeOfValue } from "../schema/schema-node.js";
import type { Narrowing } from "./narrowing.js";
import { SchemaDraft } from "./schema-draft.js";

/** Writes `enum` and `const`. */
export function writeLiteral(
  node: JsonSchemaObject,
  pointer: string,
  narrowing: Narrowing,
): JsonSchemaObject {
  const { dialect } = narrowing;
  const keyword = node.const === undefined ? "enum" : "const";
  const all = literalValues(node);
  const values = all.filter((value) => value !== null);
  const types = literalTypes(values);
  const [type] = types;
  const { literals } = dialect;
  const isMixed = types.length > 1 && (literals === "scalars" || literals === "strings");
  if (type === undefined || isMixed || types.some((each) => each === "object" || each === "array")) {
    return narrowing.cannot(pointer, keyword, "its values cannot be listed in this form", node);
  }
  const draft = new SchemaDraft(narrowing, node, pointer);
  for (const each of ["type", "enum", "const"]) draft.take(each);
  if (literals !== "untyped") draft.sent["type"] = types.length === 1 ? type : types;
  const isListed = literals === "strings" ? isTexts(values) : literals !== "scalars" || type !== "boolean";
  if (!isListed) draft.lose(keyword);
  else if (keyword === "const" && dialect.keywords.has("const")) draft.sent["const"] = node.const;
  else draft.sent["enum"] = values;
  if (isListed && literals === "strings") draft.sent["format"] = "enum";
  const sent = draft.finish();
  return values.length === all.length ? sent : writeNullable(sent, dialect);
}

function isTexts(values: readonly JsonValue[]): boolean {
  return values.every((value) => typeof value === "string" && value !== "");
}

/** The values that `type` allows. */
function literalValues(node: JsonSchemaObject): readonly JsonValue[] {
  const values = node.const === undefined ? (node.enum ?? []) : [node.const];
  const types = declaredTypes(node);
  if (types === undefined) return values;
  return values.filter((value) => {
    const type = typeOfValue(value);
    return types.includes(type) || (type === "integer" && types.includes("number"));
  });
}

function literalTypes(values: readonly JsonValue[]): readonly JsonSchemaType[] {
  const types = new Set(values.map(typeOfValue));
  if (types.has("number")) types.delete("integer");
  return [...types];
}

const nothing: JsonSchemaObject = { type: "null" };

/** Makes a schema nullable, in the form of the dialect. */
export function writeNullable(schema: JsonSchemaObject, dialect: SchemaDialect): JsonSchemaObject {
  if (dialect.nullable === "keyword") return { ...schema, nullable: true };
  if (schema.enum !== undefined && dialect.literals !== "scalars")
    return withNullLiteral(schema, schema.enum);
  if (schema.const !== undefined) {
    const { const: value, ...rest } = schema;
    return withNullLiteral(rest, [value]);
  }
  const types = declaredTypes(schema);
  if (dialect.nullable === "type-array" && types !== undefined && schema["anyOf"] === undefined) {
    return types.includes("null") ? schema : { ...schema, type: [...types, "null"] };
  }
  const { description, ...inner } = schema;
  const isPlainUnion = Object.keys(inner).length === 1 && inner["anyOf"] !== undefined;
  const branches = isPlainUnion ? schemaList(inner["anyOf"]) : [inner];
  return { anyOf: [...branches, nothing], ...(description !== undefined && { description }) };
}

function withNullLiteral(schema: JsonSchemaObject, values: JsonSchemaObject["enum"]): JsonSchemaObject {
  if (values?.includes(null) === true) return { ...schema, enum: values };
  const types = declaredTypes(schema);
  return {
    ...schema,
    ...(types !== undefined && { type: [...types, "null" as const] }),
    enum: [...(values ?? []), null],
  };
}
