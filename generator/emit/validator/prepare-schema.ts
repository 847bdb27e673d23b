import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { isSchemaObject } from "../schema-pointer.js";

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

/** A copy of a schema with nothing in it but what a validator needs. */
export function prepareSchema(schema: JsonSchema): JsonSchema {
  if (!isSchemaObject(schema)) return schema;
  // Ajv refuses an empty list, although it only means that nothing is allowed.
  if (Array.isArray(schema.enum) && schema.enum.length === 0) return false;
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
  return Object.fromEntries(entries);
}

function isHarmlessId(value: unknown): boolean {
  // Ajv keeps schemas by their id in a plain object.
  return typeof value === "string" && harmlessText.test(value) && !(value in Object.prototype);
}

function prepareAny(value: unknown): unknown {
  return isSchemaObject(value) ? prepareSchema(value) : value;
}

/** `nullable` is not JSON Schema, but Ajv and many authors take it for an additional type. */
function typesOf({ type, nullable }: JsonSchemaObject): unknown {
  if (nullable !== true || type === undefined) return type;
  const types = [type].flat();
  return types.includes("null") ? type : [...types, "null"];
}
