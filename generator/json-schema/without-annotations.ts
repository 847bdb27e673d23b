import type { JsonSchemaObject } from "@toolkiln/runtime";
import { isSchemaObject } from "./schema-values.js";
import { mapSchemas } from "./walk-schema.js";

/**
 * Annotations, which do not affect validation, and unsafe keywords, in case one gets here: `$async`, and `$id`, which
 * Ajv writes into its code unescaped.
 */
export const annotations: ReadonlySet<string> = new Set(
  (
    "title description default examples deprecated readOnly writeOnly $comment $schema $async $id id " +
    "x-path x-sensitive x-inject x-use-instead x-renamed-from"
  ).split(" "),
);

/** Copies a schema with only what a validator needs; `finish` changes each schema after its subschemas. */
export function withoutAnnotations(
  schema: JsonSchemaObject,
  finish: (schema: JsonSchemaObject) => JsonSchemaObject = (own) => own,
): JsonSchemaObject {
  const convert = (value: unknown): unknown =>
    isSchemaObject(value) ? withoutAnnotations(value, finish) : value;
  const entries = Object.entries(schema)
    .filter(([keyword]) => !annotations.has(keyword))
    .map(([keyword, value]) => [keyword, mapSchemas(keyword, value, convert)] as const);
  return finish(Object.fromEntries(entries));
}
