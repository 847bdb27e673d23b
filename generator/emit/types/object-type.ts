import type { JsonSchema } from "@toolkiln/runtime";
import { isSchema, isSchemaObject, schemaMap } from "../../json-schema/schema-values.js";
import { type Atom, type Part, isClosedByEvaluation } from "./conjunction.js";
import { describeProperty } from "./describe-schema.js";
import {
  intersectionOf,
  isNever,
  isUnknown,
  neverType,
  objectOf,
  unionOf,
  unknownType,
  type PlainSchema,
} from "./plain-schema.js";

export type TypeOf = (parts: readonly Part[]) => PlainSchema;

/** The object type of schemas that all apply to one value. */
export function objectType(atoms: readonly Atom[], typeOf: TypeOf): PlainSchema {
  const required = new Set(atoms.flatMap(({ schema }) => strings(schema.required)));
  const allowed = allowedNames(atoms);
  const index = allowed === undefined ? indexType(atoms, typeOf) : undefined;
  const names = new Set([
    ...atoms.flatMap(({ schema }) => schemaMap(schema.properties).map(([name]) => name)),
    ...(allowed ?? []),
    ...required,
  ]);
  const properties = [...names].flatMap((name) => {
    const parts = atoms.flatMap((atom) => lookUp(atom, name));
    const isAllowed = allowed === undefined || allowed.has(name);
    const type = isAllowed ? typeOf(parts) : neverType;
    const optional = !required.has(name) && !atoms.some((atom) => fillsIn(atom, name));
    // A closed object need not list properties of type `never`.
    if (isNever(type) && optional && index === undefined) return [];
    return [{ name, type, optional, docs: describeProperty(parts) }];
  });
  const present = properties.filter(({ optional }) => !optional);
  if (present.some(({ type }) => isNever(type))) return neverType;
  return objectOf(
    Object.fromEntries(properties.map(({ name, type, docs }) => [name, { ...type, docs }])),
    present.map(({ name }) => name),
    index,
  );
}

/** Whether the validator fills in the property's default. */
function fillsIn({ schema, filled }: Atom, name: string): boolean {
  if (!filled || !isSchemaObject(schema.properties) || !Object.hasOwn(schema.properties, name)) return false;
  const property = schema.properties[name];
  return isSchemaObject(property) && property.default !== undefined;
}

/** The schemas of a property: by name, by pattern, or `additionalProperties`. */
function lookUp({ schema, filled }: Atom, name: string): Part[] {
  const found: JsonSchema[] = [];
  const { properties, additionalProperties } = schema;
  const own = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (isSchema(own)) found.push(own);
  for (const [pattern, value] of schemaMap(schema["patternProperties"])) {
    if (matches(pattern, name)) found.push(value);
  }
  if (found.length === 0 && isSchema(additionalProperties)) found.push(additionalProperties);
  return found.map((value) => ({ schema: value, filled }));
}

function indexType(atoms: readonly Atom[], typeOf: TypeOf): PlainSchema | undefined {
  const types: PlainSchema[] = [];
  for (const { schema, filled } of atoms) {
    const patterns = schemaMap(schema["patternProperties"]).map(([, value]) => value);
    const { additionalProperties = true } = schema;
    const others = [...patterns, ...(additionalProperties === false ? [] : [additionalProperties])];
    if (others.length === 0) return undefined;
    types.push(unionOf(others.map((other) => typeOf([{ schema: other, filled }]))));
  }
  const type = intersectionOf(types);
  if (!isUnknown(type)) return isNever(type) ? undefined : type;
  return isClosedByEvaluation(atoms) ? undefined : unknownType;
}

/** The property names that `propertyNames` allows, when it lists them. */
function allowedNames(atoms: readonly Atom[]): ReadonlySet<string> | undefined {
  const lists = atoms.flatMap(({ schema }) => {
    const names = schema["propertyNames"];
    return isSchemaObject(names) && Array.isArray(names.enum) ? [new Set(strings(names.enum))] : [];
  });
  const [first, ...others] = lists;
  return first && new Set([...first].filter((name) => others.every((list) => list.has(name))));
}

function matches(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, "u").test(name);
  } catch {
    return false;
  }
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
