import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { isSchemaObject } from "./schema-values.js";
import { mapSchemas } from "./walk-schema.js";

/**
 * Annotations, which change nothing for a validator; and, in case one gets here, what would change everything: `$async`,
 * and `$id`, which Ajv writes into its code as it is.
 */
const dropped = new Set(
  (
    "title description default examples deprecated readOnly writeOnly $comment $schema $async $id id " +
    "x-path x-sensitive x-inject x-use-instead x-renamed-from"
  ).split(" "),
);

/** A copy of a schema with nothing in it but what a validator needs; `finish` changes each schema after those in it. */
export function withoutAnnotations(
  schema: JsonSchema,
  finish: (schema: JsonSchemaObject) => JsonSchemaObject = (own) => own,
): JsonSchema {
  if (!isSchemaObject(schema)) return schema;
  const convert = (value: unknown): unknown =>
    isSchemaObject(value) ? withoutAnnotations(value, finish) : value;
  const entries = Object.entries(schema)
    .filter(([keyword]) => !dropped.has(keyword))
    .map(([keyword, value]) => [keyword, mapSchemas(keyword, value, convert)] as const);
  return finish(Object.fromEntries(entries));
}
