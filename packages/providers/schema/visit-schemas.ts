import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";
import { isSchema, literalKeywords, pointerStep, schemaEntries, schemaMapKeywords } from "./schema-node.js";

/** Looks at a schema and at every schema inside it. */
export function visitSchemas(
  schema: JsonSchema,
  visit: (schema: JsonSchemaObject, pointer: string) => void,
  pointer: string = "",
): void {
  if (typeof schema === "boolean") return;
  visit(schema, pointer);
  for (const [keyword, value] of Object.entries(schema)) {
    if (literalKeywords.has(keyword) || keyword.startsWith("x-")) continue;
    const at = `${pointer}/${pointerStep(keyword)}`;
    if (schemaMapKeywords.has(keyword)) {
      for (const [name, inner] of schemaEntries(value))
        visitSchemas(inner, visit, `${at}/${pointerStep(name)}`);
    } else if (Array.isArray(value)) {
      value.forEach((inner: unknown, index) => {
        if (isSchema(inner)) visitSchemas(inner, visit, `${at}/${index}`);
      });
    } else if (isRecord(value)) visitSchemas(value, visit, at);
  }
}
