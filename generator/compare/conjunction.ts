import type { JsonSchemaObject } from "@toolkiln/runtime";
import { localReference } from "../json-schema/local-reference.js";
import { isSchemaObject, schemaList } from "../json-schema/schema-values.js";
import { jsonKey } from "../values/json-key.js";

/** Schemas that one value must all satisfy, with `allOf` and `$ref` resolved; undefined when no value can. */
export type Conjunction = readonly JsonSchemaObject[] | undefined;

/** All schemas that apply to a value directly. */
export function flatten(root: JsonSchemaObject, ...schemas: readonly unknown[]): Conjunction {
  const found = new Set<JsonSchemaObject>();
  const waiting = [...schemas];
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    if (schema === false) return undefined;
    if (!isSchemaObject(schema) || found.has(schema)) continue;
    found.add(schema);
    waiting.push(localReference(root, schema["$ref"]) ?? true, ...schemaList(schema["allOf"]));
  }
  // A schema with only a reference has no constraints.
  return [...found].filter((schema) => Object.keys(schema).some((key) => key !== "$ref" && key !== "$defs"));
}

/** The JSON types, with non-integer numbers as their own type. */
export const valueTypes = ["null", "boolean", "integer", "fraction", "string", "array", "object"] as const;

/** A type of JSON values. */
export type ValueType = (typeof valueTypes)[number];

const deepest = 4;

/** The types that values of a conjunction can have. */
export function typesOf(conjunction: Conjunction, root: JsonSchemaObject, depth = 0): ReadonlySet<ValueType> {
  let types = new Set(conjunction === undefined ? [] : valueTypes);
  for (const schema of conjunction ?? []) {
    types = intersection(types, namedTypes(schema.type));
    const values = literals(schema);
    if (values !== undefined) types = intersection(types, new Set(values.map(typeOfValue)));
    if (depth > deepest) continue;
    for (const keyword of ["anyOf", "oneOf"]) {
      const branches = schemaList(schema[keyword]);
      if (branches.length === 0) continue;
      const union = branches.flatMap((branch) => [...typesOf(flatten(root, branch), root, depth + 1)]);
      types = intersection(types, new Set(union));
    }
  }
  return types;
}

function namedTypes(type: unknown): ReadonlySet<ValueType> {
  if (type === undefined) return new Set(valueTypes);
  const names = new Set<unknown>([type].flat());
  return new Set(valueTypes.filter((known) => names.has(known) || names.has(numberOf(known))));
}

/** The name of a type in a schema: `number` for all numbers. */
function numberOf(type: ValueType): string {
  return type === "integer" || type === "fraction" ? "number" : type;
}

/** The type of a JSON value. */
export function typeOfValue(value: unknown): ValueType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "fraction";
  if (typeof value === "string") return "string";
  return typeof value === "boolean" ? "boolean" : "object";
}

function intersection<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): Set<T> {
  return new Set([...one].filter((item) => other.has(item)));
}

/** The values that `const` or `enum` list. */
export function literals(schema: JsonSchemaObject): readonly unknown[] | undefined {
  if (Object.hasOwn(schema, "const")) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

const partial = new WeakMap<JsonSchemaObject, Map<string, JsonSchemaObject>>();

/**
 * Removes a keyword with alternatives. Returns the same object each time, so that a walk detects cycles. Also removes
 * unevaluated keywords, which depend on the alternatives.
 */
export function without(schema: JsonSchemaObject, keyword: string): JsonSchemaObject {
  const known = partial.get(schema) ?? new Map<string, JsonSchemaObject>();
  partial.set(schema, known);
  const { [keyword]: _, unevaluatedProperties: _properties, unevaluatedItems: _items, ...rest } = schema;
  const made = known.get(keyword) ?? rest;
  known.set(keyword, made);
  return made;
}

/** The cases of a conjunction: every value matches one; undefined when there is only one. */
export function casesOf(
  conjunction: readonly JsonSchemaObject[],
  root: JsonSchemaObject,
): Conjunction[] | undefined {
  for (const schema of conjunction) {
    for (const keyword of ["anyOf", "oneOf"]) {
      const branches = schemaList(schema[keyword]);
      if (branches.length === 0) continue;
      const others = conjunction.map((one) => (one === schema ? without(schema, keyword) : one));
      return branches.map((branch) => {
        const added = flatten(root, branch);
        return added && [...others, ...added];
      });
    }
  }
  return undefined;
}

const jsonTypes = ["null", "boolean", "integer", "number", "string", "array", "object"] as const;
const typeSchemas = new Map<string, JsonSchemaObject>(jsonTypes.map((type) => [type, { type }]));

/** The cases of a conjunction by type; undefined when there is only one type. */
export function typeCasesOf(
  conjunction: readonly JsonSchemaObject[],
  root: JsonSchemaObject,
): Conjunction[] | undefined {
  const types = typesOf(conjunction, root);
  const named = new Set([...types].map((type) => (types.has("fraction") ? numberOf(type) : type)));
  if (named.size < 2) return undefined;
  return [...named].map((type) => [...conjunction, typeSchemas.get(type) ?? {}]);
}

/** Whether two schemas are certainly disjoint: by type, by listed values, or by a discriminator. */
export function areApart(
  one: Conjunction,
  oneRoot: JsonSchemaObject,
  other: Conjunction,
  otherRoot: JsonSchemaObject,
): boolean {
  const common = intersection(typesOf(one, oneRoot), typesOf(other, otherRoot));
  if (one === undefined || other === undefined || common.size === 0) return true;
  if (listApart(one, other)) return true;
  const tags = [...common].join() === "object" ? one.flatMap(({ required }) => required ?? []) : [];
  return tags.some((tag) => {
    const [own, theirs] = [one, other].map((schemas) =>
      schemas.flatMap(({ properties = {} }) => (Object.hasOwn(properties, tag) ? [properties[tag]] : [])),
    );
    return listApart(flatten(oneRoot, ...(own ?? [])) ?? [], flatten(otherRoot, ...(theirs ?? [])) ?? []);
  });
}

function listApart(one: readonly JsonSchemaObject[], other: readonly JsonSchemaObject[]): boolean {
  const [own, theirs] = [one, other].map((schemas) =>
    schemas.map(literals).find((values) => values !== undefined),
  );
  const taken = new Set(theirs?.map(jsonKey));
  return own !== undefined && theirs !== undefined && !own.some((value) => taken.has(jsonKey(value)));
}
