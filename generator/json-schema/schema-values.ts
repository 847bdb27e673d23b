import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "boolean" || isSchemaObject(value);
}

export function isSchemaObject(value: unknown): value is JsonSchemaObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function schemaList(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

export function schemaMap(value: unknown): readonly (readonly [string, JsonSchema])[] {
  if (!isSchemaObject(value)) return [];
  return Object.entries(value).filter((entry): entry is [string, JsonSchema] => isSchema(entry[1]));
}
