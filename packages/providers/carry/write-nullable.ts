import type { JsonSchemaObject } from "@toolkiln/runtime";
import type { SchemaDialect } from "../schema-dialect.js";
import { declaredTypes, schemaList } from "../schema/schema-node.js";

const nothing: JsonSchemaObject = { type: "null" };

/** The schema that also accepts null, as a dialect writes it. */
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
