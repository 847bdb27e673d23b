// Writes the TypeScript type of a manifest from the schema that manifests are checked with.
import { compile } from "json-schema-to-typescript";

/** The keywords that a type depends on, and the texts that become its documentation. */
const kept = new Set("type enum const properties required items additionalProperties description".split(" "));

const options = { bannerComment: "", additionalProperties: false, style: { printWidth: 110 } };

/** The module that declares the type. */
export async function manifestType(schema) {
  const { definitions: _schemas, title: _title, $schema: _dialect, ...own } = schema;
  // A configuration may declare categories of its own.
  const { enum: _known, ...category } = own.properties.category;
  const properties = { ...own.properties, category: { ...category, type: "string" } };
  return [
    "// Written by `npm run schema` from lint/manifest-schema.ts. Do not edit.",
    'import type { JsonSchemaObject, JsonValue } from "@toolkiln/runtime";',
    "",
    await compile(typed({ ...own, properties }), "Manifest", options),
  ].join("\n");
}

/** A schema with what matters to a type; JSON Schemas inside of manifests have the runtime's type. */
function typed(schema) {
  if (!isObject(schema)) return schema;
  const { description, allOf = [], patternProperties } = schema;
  const documented = description === undefined ? {} : { description };
  if ([schema, ...allOf].some(({ $ref }) => $ref === "#/definitions/schema"))
    return { ...documented, tsType: "JsonSchemaObject" };
  if (schema.type === undefined && schema.enum === undefined && schema.const === undefined)
    return { ...documented, tsType: "unknown" };
  // The known keys of such a mapping have the same form as all others.
  if (patternProperties !== undefined)
    return {
      ...documented,
      type: "object",
      additionalProperties: typed(Object.values(patternProperties)[0]),
    };
  if (schema.type === "object" && schema.properties === undefined && !isObject(schema.additionalProperties))
    return { ...documented, tsType: "{ [key: string]: JsonValue }" };
  const entries = Object.entries(schema).filter(([keyword]) => kept.has(keyword));
  return Object.fromEntries(entries.map(([keyword, value]) => [keyword, typedKeyword(keyword, value)]));
}

function typedKeyword(keyword, value) {
  if (keyword === "properties")
    return Object.fromEntries(Object.entries(value).map(([name, property]) => [name, typed(property)]));
  return keyword === "items" || keyword === "additionalProperties" ? typed(value) : value;
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
