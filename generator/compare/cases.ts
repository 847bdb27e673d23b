import type { JsonSchemaObject } from "@toolkiln/runtime";
import { localReference, sameValueSchemas } from "../json-schema/local-reference.js";
import { isSchemaObject, schemaList } from "../json-schema/schema-values.js";
import { jsonKey } from "../values/json-object.js";

/** The JSON types, with booleans split into true and false, and numbers into integers and fractions. */
const valueTypes = ["null", "true", "false", "integer", "fraction", "string", "array", "object"] as const;

/** A type of JSON values. */
export type ValueType = (typeof valueTypes)[number];

/** Values of one type that satisfy some schemas; the alternatives inside these schemas have their own cases. */
export interface Case {
  readonly type: ValueType;
  readonly parts: readonly JsonSchemaObject[];
}

/** The cases of all values. */
export const anyValue: readonly Case[] = valueTypes.map((type) => ({ type, parts: [] }));
const maxCases = 500;

/** The cases of a schema: each value is in at least one. Throws a `RangeError` when there are too many. */
export function casesOf(
  root: JsonSchemaObject,
  schema: unknown,
  among: readonly Case[] = anyValue,
): readonly Case[] {
  if (schema === false) return [];
  if (!isSchemaObject(schema) || among.every(({ parts }) => parts.includes(schema))) return among;
  let cases: readonly Case[] = among
    .filter(({ type }) => isPossible(schema, type))
    .map(({ type, parts }) => ({ type, parts: [...parts, schema] }));
  for (const other of [localReference(root, schema["$ref"]), ...schemaList(schema["allOf"])])
    cases = casesOf(root, other, cases);
  for (const keyword of ["anyOf", "oneOf"]) {
    const branches = schemaList(schema[keyword]);
    if (branches.length > 0) cases = branches.flatMap((branch) => casesOf(root, branch, cases));
  }
  if (cases.length > maxCases) throw new RangeError("The schema has too many alternatives.");
  return cases;
}

function isPossible(schema: JsonSchemaObject, type: ValueType): boolean {
  const values = literals(schema);
  if (values !== undefined && !values.some((value) => typeOf(value) === type)) return false;
  return schema.type === undefined || [schema.type].flat().some((name) => typesNamed(name).includes(type));
}

/** The types that a type name in a schema stands for. */
function typesNamed(name: string): readonly string[] {
  if (name === "number") return ["integer", "fraction"];
  return name === "boolean" ? ["true", "false"] : [name];
}

function typeOf(value: unknown): ValueType {
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "fraction";
  if (typeof value === "string") return "string";
  return value === null || typeof value === "boolean" ? `${value}` : "object";
}

/** The values that `const` or `enum` list. */
export function literals(schema: JsonSchemaObject): readonly unknown[] | undefined {
  if (Object.hasOwn(schema, "const")) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

/** The values of a case when there is only one or when `const` or `enum` lists them. */
export function valuesOf({ type, parts }: Case): readonly unknown[] | undefined {
  // These types are named after their only value.
  if (/^(?:null|true|false)$/.test(type)) return [JSON.parse(type)];
  const listed = parts.map(literals).find((values) => values !== undefined);
  return listed?.filter((value) => typeOf(value) === type);
}

/** The schemas that apply to a value, with `$ref` and the given keywords resolved. */
export function partsOf(
  root: JsonSchemaObject,
  schema: unknown,
  keywords: readonly string[] = ["allOf"],
): readonly JsonSchemaObject[] {
  const resolved = new Set(["$ref", "$defs", ...keywords]);
  return [...sameValueSchemas(root, schema, (keyword) => resolved.has(keyword))].filter((part) =>
    Object.keys(part).some((key) => !resolved.has(key)),
  );
}

/** Whether two cases certainly have no value in common: by type, by listed values, or by a discriminator. */
export function areDistinct(one: Case, other: Case): boolean {
  if (one.type !== other.type || valuesDiffer(one.parts, other.parts)) return true;
  const tags = one.type === "object" ? one.parts.flatMap(({ required = [] }) => required) : [];
  return tags.some((tag) => valuesDiffer(propertiesOf(one, tag), propertiesOf(other, tag)));
}

function propertiesOf({ parts }: Case, name: string): readonly JsonSchemaObject[] {
  return parts
    .flatMap(({ properties = {} }) => (Object.hasOwn(properties, name) ? [properties[name]] : []))
    .filter(isSchemaObject);
}

function valuesDiffer(ones: readonly JsonSchemaObject[], others: readonly JsonSchemaObject[]): boolean {
  const keysOf = (part: JsonSchemaObject): string[] => (literals(part) ?? []).map(jsonKey);
  const [own, other] = [ones.flatMap(keysOf), new Set(others.flatMap(keysOf))];
  return own.length > 0 && other.size > 0 && !own.some((key) => other.has(key));
}
