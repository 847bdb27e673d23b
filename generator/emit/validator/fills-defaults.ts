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

/** Maximum number of values that defaults may create from one empty object. */
const maxCreated = 10_000;

/** Throws when filling in defaults would never end or would create too many values. */
export function assertFewDefaults(root: JsonSchemaObject, schema: JsonSchemaObject): void {
  const known = new Map<JsonSchemaObject, Map<object, number | "counting">>();
  /** Number of values that defaults create inside a value. */
  const created = (part: JsonSchema | undefined, value: unknown): number => {
    if (!isSchemaObject(part) || typeof value !== "object" || value === null) return 0;
    const counts = known.get(part) ?? new Map<object, number | "counting">();
    known.set(part, counts);
    const count = counts.get(value);
    if (count === "counting") throw new Error("a default leads to itself, so filling it in would never end");
    if (count !== undefined) return count;
    counts.set(value, "counting");
    const total = createdInside(root, part, value, created);
    counts.set(value, total);
    return total;
  };
  if (created(schema, {}) > maxCreated)
    throw new Error(
      `its defaults would fill in more than ${maxCreated} values for one empty object; leave some of them out`,
    );
}

function createdInside(
  root: JsonSchemaObject,
  schema: JsonSchemaObject,
  value: object,
  created: (part: JsonSchema | undefined, value: unknown) => number,
): number {
  const { same, properties, patterns, others, prefix, items } = fillableParts(root, schema);
  const counts = same.map((part) => created(part, value));
  if (Array.isArray(value)) counts.push(...value.map((item, index) => created(prefix[index] ?? items, item)));
  else {
    for (const [name, property] of properties) {
      const fallback = isSchemaObject(property) ? property.default : undefined;
      if (Object.hasOwn(value, name)) counts.push(created(property, Reflect.get(value, name)));
      else if (fallback !== undefined) counts.push(1 + created(property, fallback));
    }
    const named = new Set(properties.map(([name]) => name));
    for (const [name, inner] of Object.entries(value)) {
      counts.push(...patterns.map(([, property]) => created(property, inner)));
      if (!named.has(name)) counts.push(created(others, inner));
    }
  }
  return counts.reduce((sum, count) => sum + count, 0);
}
