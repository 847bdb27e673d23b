import type { JsonSchema, JsonSchemaObject, JsonValue } from "@toolkiln/runtime";
import type { JsonSchemaType } from "@toolkiln/runtime/vocabulary";
import type { SchemaDialect } from "../schema-dialect.js";
import {
  annotationKeywords,
  declaredTypes,
  hasType,
  keywordsOf,
  schemaList,
  typeOfValue,
} from "../schema/schema-node.js";
import type { SchemaDraft } from "./schema-draft.js";

/** Writes `enum` and `const`. */
export function writeLiteral(draft: SchemaDraft): JsonSchemaObject {
  const { node, dialect } = draft;
  const { literals } = dialect;
  const { const: only } = node;
  const keyword = only === undefined ? "enum" : "const";
  const listed = only === undefined ? (node.enum ?? []) : [only];
  const all = listed.filter((value) => hasType(value, declaredTypes(node)));
  const values = all.filter((value) => value !== null);
  const types = literalTypes(values);
  const [type] = types;
  const isMixed = types.length > 1 && (literals === "scalars" || literals === "strings");
  if (type === undefined || isMixed || types.some((each) => each === "object" || each === "array")) {
    return draft.reject(keyword, "its values cannot be sent as `enum` or `const`");
  }
  const isListed =
    literals === "strings"
      ? values.every((value) => typeof value === "string" && value !== "")
      : literals !== "scalars" || type !== "boolean";
  const listing = only !== undefined && dialect.keywords.has("const") ? { const: only } : { enum: values };
  const sent = draft.finish(
    {
      ...(literals !== "untyped" && { type: types.length === 1 ? type : types }),
      ...(isListed && { ...listing, ...(literals === "strings" && { format: "enum" }) }),
    },
    ["type", "enum", "const"].filter((each) => isListed || each !== keyword),
  );
  return values.length === all.length ? sent : writeNullable(sent, dialect);
}

function literalTypes(values: readonly JsonValue[]): readonly JsonSchemaType[] {
  const types = new Set(values.map(typeOfValue));
  if (types.has("number")) types.delete("integer");
  return [...types];
}

/** Writes a union. */
export function writeUnion(draft: SchemaDraft, keyword: "anyOf" | "oneOf"): JsonSchemaObject {
  const { narrowing, pointer } = draft;
  const branches = schemaList(draft.node[keyword]);
  const choices = branches.flatMap((branch, index) =>
    branch === false || isNull(branch) ? [] : [narrowing.write(branch, `${pointer}/${keyword}/${index}`)],
  );
  if (keyword === "oneOf" && choices.length > 1) {
    draft.lose("oneOf", "widened", "matches exactly one of the alternatives");
  }
  return finishUnion(draft, choices, branches.some(isNull), [keyword]);
}

function isNull(schema: JsonSchema): boolean {
  return (
    typeof schema === "object" &&
    (schema.type === "null" || schema.const === null) &&
    Object.keys(schema).every((key) => key === "type" || key === "const" || annotationKeywords.has(key))
  );
}

/** Writes a schema of several types as a union, in which each type has its own keywords. */
export function writeTypes(draft: SchemaDraft, types: readonly JsonSchemaType[]): JsonSchemaObject {
  const { node, narrowing, pointer } = draft;
  const parts = types
    .filter((type) => type !== "null")
    .map((type) => {
      const own = keywordsOf[type].filter((keyword) => node[keyword] !== undefined);
      return { ...Object.fromEntries(own.map((keyword) => [keyword, node[keyword]])), type };
    });
  const choices = parts.map((part) => narrowing.write(part, pointer));
  return finishUnion(draft, choices, parts.length < types.length, parts.flatMap(Object.keys));
}

function finishUnion(
  draft: SchemaDraft,
  choices: readonly JsonSchemaObject[],
  withNull: boolean,
  handled: readonly string[],
): JsonSchemaObject {
  const [only] = choices;
  if (only === undefined) return draft.reject("anyOf", "only null satisfies it");
  const isUnion = choices.length > 1;
  const outer = draft.finish(isUnion ? { anyOf: choices } : {}, handled);
  const texts = [outer.description, only.description].filter((text) => text !== undefined);
  const sent = isUnion
    ? outer
    : { ...only, ...outer, ...(texts.length > 0 && { description: texts.join(" ") }) };
  return withNull ? writeNullable(sent, draft.dialect) : sent;
}

/** Makes a schema nullable, in the form of the dialect. */
export function writeNullable(schema: JsonSchemaObject, dialect: SchemaDialect): JsonSchemaObject {
  if (dialect.nullable === "keyword") return { ...schema, nullable: true };
  const { const: only, ...rest } = schema;
  const types = declaredTypes(schema);
  const withNull = types && { type: [...new Set([...types, "null" as const])] };
  const values = only === undefined ? schema.enum : [only];
  if (values !== undefined && dialect.literals !== "scalars") {
    return { ...rest, ...withNull, enum: [...new Set([...values, null])] };
  }
  if (dialect.nullable === "type-array" && withNull && schema["anyOf"] === undefined) {
    return { ...schema, ...withNull };
  }
  const { description, ...inner } = schema;
  const isPlainUnion = Object.keys(inner).length === 1 && inner["anyOf"] !== undefined;
  const branches = isPlainUnion ? schemaList(inner["anyOf"]) : [inner];
  return { anyOf: [...branches, { type: "null" }], ...(description !== undefined && { description }) };
}
