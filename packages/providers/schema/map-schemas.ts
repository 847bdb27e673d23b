import type { JsonSchemaObject } from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";
import { literalKeywords, pointerStep, schemaMapKeywords } from "./schema-node.js";

/** Copies a schema and applies a function to every nested schema, then to the schema itself. */
export function mapSchemas(
  schema: JsonSchemaObject,
  change: (schema: JsonSchemaObject, pointer: string) => JsonSchemaObject,
  pointer: string = "",
): JsonSchemaObject {
  const map = (value: unknown, at: string): unknown =>
    isRecord(value) ? mapSchemas(value, change, at) : value;
  const entries = Object.entries(schema).map(([keyword, value]) => {
    const at = `${pointer}/${pointerStep(keyword)}`;
    if (literalKeywords.has(keyword) || keyword.startsWith("x-")) return [keyword, value];
    if (Array.isArray(value)) return [keyword, value.map((item, index) => map(item, `${at}/${index}`))];
    if (!schemaMapKeywords.has(keyword) || !isRecord(value)) return [keyword, map(value, at)];
    const named = Object.entries(value).map(([name, inner]) => [
      name,
      map(inner, `${at}/${pointerStep(name)}`),
    ]);
    return [keyword, Object.fromEntries(named)];
  });
  return change(Object.fromEntries(entries), pointer);
}

/** Visits a schema and every nested schema. */
export function visitSchemas(schema: JsonSchemaObject, visit: (schema: JsonSchemaObject) => void): void {
  mapSchemas(schema, (each) => {
    visit(each);
    return each;
  });
}
