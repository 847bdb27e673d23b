import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";

/** Whether a value can be a schema. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "boolean" || isSchemaObject(value);
}

/** Whether a value can be a schema with keywords. */
export function isSchemaObject(value: unknown): value is JsonSchemaObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The schemas of a keyword that holds a list of them. */
export function schemaList(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

/** The schemas of a keyword that holds them by name. */
export function schemaMap(value: unknown): readonly (readonly [string, JsonSchema])[] {
  if (!isSchemaObject(value)) return [];
  return Object.entries(value).filter((entry): entry is [string, JsonSchema] => isSchema(entry[1]));
}
