import type { JsonSchemaObject } from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";
import { literalKeywords, schemaMapKeywords } from "./schema-node.js";

/** A copy of a schema in which it and every schema inside it was changed, the inner ones first. */
export function mapSchemas(
  schema: JsonSchemaObject,
  change: (schema: JsonSchemaObject) => JsonSchemaObject,
): JsonSchemaObject {
  const map = (value: unknown): unknown => (isRecord(value) ? mapSchemas(value, change) : value);
  const entries = Object.entries(schema).map(([keyword, value]) => {
    if (literalKeywords.has(keyword) || keyword.startsWith("x-")) return [keyword, value];
    if (Array.isArray(value)) return [keyword, value.map(map)];
    if (!schemaMapKeywords.has(keyword) || !isRecord(value)) return [keyword, map(value)];
    return [keyword, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, map(inner)]))];
  });
  return change(Object.fromEntries(entries));
}
