import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { isSchemaObject, schemaList } from "../../json-schema/schema-values.js";
import { mapSchemas } from "../../json-schema/walk-schema.js";

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

/** What becomes of each schema, once the schemas in it are prepared. */
type Finish = (schema: JsonSchemaObject) => JsonSchemaObject;

/** A copy of a schema with nothing in it but what a validator needs. */
export function prepareSchema(schema: JsonSchema): JsonSchema {
  return prepare(schema, (prepared) => prepared);
}

/** The same for a schema of which nobody asks why a value does not satisfy it. */
export function prepareCondition(schema: JsonSchema): JsonSchema {
  return prepare(schema, mergePatterns);
}

function prepare(schema: JsonSchema, finish: Finish): JsonSchema {
  if (!isSchemaObject(schema)) return schema;
  const prepareAny = (value: unknown): unknown => (isSchemaObject(value) ? prepare(value, finish) : value);
  const entries = Object.entries(schema)
    .filter(([keyword]) => !dropped.has(keyword))
    .map(([keyword, value]) => [keyword, mapSchemas(keyword, value, prepareAny)] as const);
  return finish(Object.fromEntries(entries));
}

/** Asking for one of many patterns takes one pattern that says so: less code, and half the time. */
function mergePatterns(schema: JsonSchemaObject): JsonSchemaObject {
  const patterns = schemaList(schema["anyOf"]).map(mergeablePattern);
  if (patterns.length < 2 || !patterns.every((pattern) => pattern !== undefined)) return schema;
  const pattern = patterns.map((each) => `(?:${each})`).join("|");
  const { anyOf: _merged, ...others } = schema;
  return schema.pattern === undefined ? { ...others, pattern } : { ...schema, anyOf: [{ pattern }] };
}

/** The pattern that is all a schema asks for; groups that are referred to would meet those of others. */
function mergeablePattern(schema: JsonSchema): string | undefined {
  if (!isSchemaObject(schema) || Object.keys(schema).join() !== "pattern") return undefined;
  const { pattern } = schema;
  return typeof pattern === "string" && !/\\[1-9k]|\(\?</.test(pattern) ? pattern : undefined;
}
