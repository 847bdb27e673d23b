import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { isSchemaObject, schemaList } from "../schema-pointer.js";

const listed = new Set(["allOf", "anyOf", "oneOf", "prefixItems", "items"]);
const named = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
  "dependencies",
]);
const single = new Set(
  (
    "items additionalItems additionalProperties unevaluatedItems unevaluatedProperties propertyNames contains " +
    "not if then else contentSchema"
  ).split(" "),
);

/** Annotations: they change nothing for a validator, and `$async` would change everything. */
const dropped = new Set(
  (
    "title description default examples deprecated readOnly writeOnly $comment $schema $async nullable " +
    "x-path x-sensitive x-inject x-use-instead x-renamed-from"
  ).split(" "),
);

/** Ajv writes an `$id` unescaped into its code: only what cannot leave a comment or a string may pass. */
const harmlessText = /^[A-Za-z0-9:/.#_-]+$/;

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
  // Ajv refuses an empty list, although it only means that nothing is allowed.
  if (Array.isArray(schema.enum) && schema.enum.length === 0) return false;
  const prepareAny = (value: unknown): unknown => (isSchemaObject(value) ? prepare(value, finish) : value);
  const entries = Object.entries(schema).flatMap(([key, value]: [string, unknown]): [string, unknown][] => {
    if (dropped.has(key)) return [];
    if ((key === "$id" || key === "id") && !isHarmlessId(value)) return [];
    if (key === "type") return [[key, typesOf(schema)]];
    if (listed.has(key) && Array.isArray(value)) return [[key, value.map(prepareAny)]];
    if (named.has(key) && isSchemaObject(value)) {
      return [
        [key, Object.fromEntries(Object.entries(value).map(([name, item]) => [name, prepareAny(item)]))],
      ];
    }
    return [[key, single.has(key) ? prepareAny(value) : value]];
  });
  return finish(Object.fromEntries(entries));
}

/** Asking for one of many patterns takes one pattern that says so: less code, and half the time. */
function mergePatterns(schema: JsonSchemaObject): JsonSchemaObject {
  const patterns = schemaList(schema["anyOf"]).map(mergeablePattern);
  if (patterns.length < 2 || !patterns.every((pattern) => pattern !== undefined)) return schema;
  return { ...schema, anyOf: [{ pattern: patterns.map((pattern) => `(?:${pattern})`).join("|") }] };
}

/** The pattern that is all a schema asks for; groups that are referred to would meet those of others. */
function mergeablePattern(schema: JsonSchema): string | undefined {
  if (!isSchemaObject(schema) || Object.keys(schema).join() !== "pattern") return undefined;
  const { pattern } = schema;
  return typeof pattern === "string" && !/\\[1-9k]|\(\?</.test(pattern) ? pattern : undefined;
}

function isHarmlessId(value: unknown): boolean {
  // Ajv keeps schemas by their id in a plain object.
  return typeof value === "string" && harmlessText.test(value) && !(value in Object.prototype);
}

/** `nullable` is not JSON Schema, but Ajv and many authors take it for an additional type. */
function typesOf({ type, nullable }: JsonSchemaObject): unknown {
  if (nullable !== true || type === undefined) return type;
  const types = [type].flat();
  return types.includes("null") ? type : [...types, "null"];
}
