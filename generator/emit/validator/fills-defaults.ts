import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { localReference } from "../../json-schema/local-reference.js";
import { isSchema, isSchemaObject, schemaList, schemaMap } from "../../json-schema/schema-values.js";

/**
 * The subschemas inside which defaults are filled in, by the values they apply to.
 *
 * Defaults are filled in by `properties`, through `allOf` and references, and inside of items and properties. Below
 * `anyOf`, `oneOf`, `not` and conditions they are not: which schemas apply is known only after validation.
 */
export interface FillableParts {
  /** Schemas that apply to the same value. */
  readonly same: readonly JsonSchema[];
  readonly properties: readonly (readonly [string, JsonSchema])[];
  readonly patterns: readonly (readonly [string, JsonSchema])[];
  /** The schema of other properties. */
  readonly others: JsonSchema | undefined;
  readonly prefix: readonly JsonSchema[];
  readonly items: JsonSchema | undefined;
}

/** Splits a schema for filling in defaults. */
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
  schema: JsonSchema | undefined,
  seen: Set<JsonSchemaObject> = new Set(),
): boolean {
  if (!isSchemaObject(schema) || seen.has(schema)) return false;
  seen.add(schema);
  const { same, properties, patterns, others, prefix, items } = fillableParts(root, schema);
  const values = properties.map(([, property]) => property);
  if (values.some((value) => isSchemaObject(value) && value.default !== undefined)) return true;
  const nested = [...same, ...values, ...patterns.map(([, value]) => value), ...prefix, others, items];
  return nested.some((part) => fillsDefaults(root, part, seen));
}

/** Maximum number of schemas to apply while filling in the defaults of one empty object. */
const maxApplied = 20_000;

/** Throws when filling in defaults would never end or would create too many values. */
export function assertFewDefaults(root: JsonSchemaObject, schema: JsonSchemaObject): void {
  const waiting: [JsonSchema | undefined, unknown][] = [[schema, {}]];
  const fills = new Map<JsonSchemaObject, boolean>();
  let applied = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [part, value] = next;
    if (!isSchemaObject(part) || typeof value !== "object" || value === null) continue;
    if (!fills.has(part)) fills.set(part, fillsDefaults(root, part));
    // No code is written for a schema that fills in nothing, however often it applies.
    if (fills.get(part) === false) continue;
    if (++applied > maxApplied)
      throw new Error("its defaults are recursive or create too many values; remove some of them");
    const { same, properties, patterns, others, prefix, items } = fillableParts(root, part);
    for (const each of same) waiting.push([each, value]);
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) waiting.push([prefix[index] ?? items, item]);
      continue;
    }
    for (const [name, property] of properties) {
      const fallback = isSchemaObject(property) ? property.default : undefined;
      waiting.push([property, Object.hasOwn(value, name) ? Reflect.get(value, name) : fallback]);
    }
    const named = new Set(properties.map(([name]) => name));
    for (const [name, inner] of Object.entries(value)) {
      for (const [, property] of patterns) waiting.push([property, inner]);
      if (!named.has(name)) waiting.push([others, inner]);
    }
  }
}
