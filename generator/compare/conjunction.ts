import type { JsonSchemaObject } from "@toolkiln/runtime";
import { localReference, sameValueSchemas } from "../json-schema/local-reference.js";
import { isSchemaObject, schemaList } from "../json-schema/schema-values.js";

/** Schemas that one value has to satisfy all of, with `allOf` and `$ref` followed; undefined when none can. */
export type Conjunction = readonly JsonSchemaObject[] | undefined;

/** Everything that a schema demands of a value directly. */
export function flatten(root: JsonSchemaObject, ...schemas: readonly unknown[]): Conjunction {
  const found = new Set<JsonSchemaObject>();
  const waiting = [...schemas];
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    if (schema === false) return undefined;
    if (!isSchemaObject(schema) || found.has(schema)) continue;
    found.add(schema);
    waiting.push(localReference(root, schema["$ref"]) ?? true, ...schemaList(schema["allOf"]));
  }
  // What only points elsewhere demands nothing itself.
  return [...found].filter((schema) => Object.keys(schema).some((key) => key !== "$ref" && key !== "$defs"));
}

/** The types of JSON, with numbers that are no integers apart. */
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
 * A schema without alternatives; always the same object, so that a walk notices where it has been. What was evaluated
 * depends on the alternatives, so it no longer closes the object.
 */
export function without(schema: JsonSchemaObject, keyword: string): JsonSchemaObject {
  const known = partial.get(schema) ?? new Map<string, JsonSchemaObject>();
  partial.set(schema, known);
  const { [keyword]: _, unevaluatedProperties: _properties, unevaluatedItems: _items, ...rest } = schema;
  const made = known.get(keyword) ?? rest;
  known.set(keyword, made);
  return made;
}

/** The cases of a conjunction, one of which every value of it meets; undefined when it has only one. */
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

/** The cases of a conjunction by type; undefined when its values have but one. */
export function typeCasesOf(
  conjunction: readonly JsonSchemaObject[],
  root: JsonSchemaObject,
): Conjunction[] | undefined {
  const types = typesOf(conjunction, root);
  const named = new Set([...types].map((type) => (types.has("fraction") ? numberOf(type) : type)));
  if (named.size < 2) return undefined;
  return [...named].map((type) => [...conjunction, typeSchemas.get(type) ?? {}]);
}

/** The properties that a schema and everything that speaks about the same value name. */
export function propertiesNamed(
  schema: unknown,
  root: JsonSchemaObject,
  follows: (keyword: string) => boolean = () => true,
): { readonly names: ReadonlySet<string>; readonly open: boolean } {
  const names = new Set<string>();
  let open = false;
  for (const one of sameValueSchemas(root, schema, follows)) {
    for (const name of Object.keys(one.properties ?? {})) names.add(name);
    open ||= one["patternProperties"] !== undefined;
    open ||= one.additionalProperties !== undefined && one.additionalProperties !== false;
    open ||= one !== schema && one["unevaluatedProperties"] !== undefined;
  }
  return { names, open };
}
