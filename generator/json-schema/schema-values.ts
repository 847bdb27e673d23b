import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";

export const isSchemaObject = (value: unknown): value is JsonSchemaObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "boolean" || isSchemaObject(value);
export const schemaList = (value: unknown): readonly JsonSchema[] =>
  Array.isArray(value) ? value.filter(isSchema) : [];

export function schemaMap(value: unknown): readonly (readonly [string, JsonSchema])[] {
  if (!isSchemaObject(value)) return [];
  return Object.entries(value).filter((entry): entry is [string, JsonSchema] => isSchema(entry[1]));
}
