import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { localReference } from "../../json-schema/local-reference.js";
import { isSchema, isSchemaObject, schemaList, schemaMap } from "../../json-schema/schema-values.js";

/**
 * The schemas below which defaults are filled in, by where they apply.
 *
 * Defaults are filled in by `properties`, through `allOf` and references, and inside of items and properties. Below
 * `anyOf`, `oneOf`, `not` and conditions they are not: what applies there is known only after validation.
 */
export interface FillableParts {
  /** Schemas that apply to the same value. */
  readonly same: readonly JsonSchema[];
  readonly properties: readonly (readonly [string, JsonSchema])[];
  readonly patterns: readonly (readonly [string, JsonSchema])[];
  /** What applies to all other properties. */
  readonly others: JsonSchema | undefined;
  readonly prefix: readonly JsonSchema[];
  readonly items: JsonSchema | undefined;
}

/** Takes a schema apart for filling in defaults. */
export function fillableParts(root: JsonSchemaObject, schema: JsonSchemaObject): FillableParts {
  const target = localReference(root, schema["$ref"]);
  return {
    same: [...(target === undefined ? [] : [target]), ...schemaList(schema["allOf"])],
    properties: schemaMap(schema.properties),
    patterns: schemaMap(schema["patternProperties"]),
    others: isSchemaObject(schema.additionalProperties) ? schema.additionalProperties : undefined,
    prefix: schemaList(schema["prefixItems"]),
    items: isSchema(schema.items) ? schema.items : undefined,
  };
}

/** Whether filling in the defaults of a schema can change anything. */
export function fillsDefaults(
  root: JsonSchemaObject,
  schema: JsonSchema,
  seen: Set<JsonSchemaObject> = new Set(),
): boolean {
  if (!isSchemaObject(schema) || seen.has(schema)) return false;
  seen.add(schema);
  const { same, properties, patterns, others, prefix, items } = fillableParts(root, schema);
  if (properties.some(([, property]) => isSchemaObject(property) && property.default !== undefined))
    return true;
  const nested = [
    ...same,
    ...properties.map(([, property]) => property),
    ...patterns.map(([, property]) => property),
    ...prefix,
    ...(others === undefined ? [] : [others]),
    ...(items === undefined ? [] : [items]),
  ];
  return nested.some((part) => fillsDefaults(root, part, seen));
}
