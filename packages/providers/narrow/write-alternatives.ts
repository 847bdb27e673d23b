import type { JsonSchema, JsonSchemaObject, JsonValue } from "@toolkiln/runtime";
import type { JsonSchemaType } from "@toolkiln/runtime/vocabulary";
import type { SchemaDialect } from "../schema-dialect.js";
import {
  annotationKeywords,
  declaredTypes,
  hasType,
  schemaList,
  typeOfValue,
} from "../schema/schema-node.js";
import type { SchemaDraft } from "./schema-draft.js";

/** Writes `enum` and `const`. */
export function writeLiteral(draft: SchemaDraft): JsonSchemaObject {
  const { node, dialect } = draft;
  const { literals } = dialect;
  const keyword = node.const === undefined ? "enum" : "const";
  const listed = node.const === undefined ? (node.enum ?? []) : [node.const];
  const all = listed.filter((value) => hasType(value, declaredTypes(node)));
  const values = all.filter((value) => value !== null);
  const types = literalTypes(values);
  const [type] = types;
  const isMixed = types.length > 1 && (literals === "scalars" || literals === "strings");
  if (type === undefined || isMixed || types.some((each) => each === "object" || each === "array")) {
    return draft.reject(keyword, "its values cannot be listed in this form");
  }
  for (const each of ["type", "enum", "const"]) draft.take(each);
  if (literals !== "untyped") draft.send("type", types.length === 1 ? type : types);
  const isListed =
    literals === "strings"
      ? values.every((value) => typeof value === "string" && value !== "")
      : literals !== "scalars" || type !== "boolean";
  if (!isListed) draft.lose(keyword);
  else if (keyword === "const" && dialect.keywords.has("const")) draft.send("const", node.const);
  else draft.send("enum", values);
  if (isListed && literals === "strings") draft.sent["format"] = "enum";
  const sent = draft.finish();
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
  const branches = schemaList(draft.take(keyword));
  const choices = branches.flatMap((branch, index) =>
    branch === false || isNull(branch) ? [] : [narrowing.write(branch, `${pointer}/${keyword}/${index}`)],
  );
  if (keyword === "oneOf" && choices.length > 1) {
    draft.lose("oneOf", "widened", "matches exactly one of the alternatives");
  }
  return finishUnion(draft, choices, branches.some(isNull));
}

function isNull(schema: JsonSchema): boolean {
  return (
    typeof schema === "object" &&
    (schema.type === "null" || schema.const === null) &&
    Object.keys(schema).every((key) => key === "type" || key === "const" || annotationKeywords.has(key))
  );
}

/** Keywords for nested values by type: a schema of several types uses them for one type only. */
const insideKeywords: Readonly<Partial<Record<JsonSchemaType, readonly string[]>>> = {
  array: ["items", "prefixItems"],
  object: ["properties", "required", "additionalProperties", "patternProperties"],
};

/** Writes a schema of several types as a union. */
export function writeTypes(draft: SchemaDraft, types: readonly JsonSchemaType[]): JsonSchemaObject {
  draft.take("type");
  const present = types.filter((type) => type !== "null");
  const choices = present.map((type) => {
    const inside = (insideKeywords[type] ?? []).filter((keyword) => draft.take(keyword) !== undefined);
    const part = Object.fromEntries(inside.map((keyword) => [keyword, draft.node[keyword]]));
    return draft.narrowing.write({ type, ...part }, draft.pointer);
  });
  return finishUnion(draft, choices, present.length < types.length);
}

function finishUnion(
  draft: SchemaDraft,
  choices: readonly JsonSchemaObject[],
  withNull: boolean,
): JsonSchemaObject {
  const [only] = choices;
  if (only === undefined) return draft.reject("anyOf", "only null satisfies it");
  if (choices.length > 1 || only["$ref"] !== undefined) draft.sent["anyOf"] = choices;
  const outer = draft.finish();
  const texts = [outer.description, only.description].filter((text) => text !== undefined);
  const sent =
    outer["anyOf"] === undefined
      ? { ...only, ...outer, ...(texts.length > 0 && { description: texts.join(" ") }) }
      : outer;
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
