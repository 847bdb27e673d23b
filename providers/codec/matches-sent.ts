import type { JsonSchemaObject } from "@toolkiln/runtime";
import {
  declaredTypes,
  isRecord,
  isSchema,
  sameJson,
  schemaEntries,
  schemaList,
  typeOfValue,
} from "../schema/schema-node.js";

/** Definitions by name, as a sent schema refers to them. */
export type Definitions = Readonly<Record<string, JsonSchemaObject>>;

/** Alternatives are told apart closer to the top than this; what lies deeper is judged by the validator alone. */
const deepest = 12;

/**
 * Whether a value has the shape of a schema that was sent. Only structure is looked at: it tells alternatives apart,
 * it does not validate.
 */
export function matchesSent(
  schema: JsonSchemaObject,
  value: unknown,
  definitions: Definitions,
  depth: number = 0,
): boolean {
  if (depth > deepest) return true;
  const matches = (inner: unknown, part: unknown): boolean =>
    !isSchema(inner) ||
    (typeof inner === "boolean" ? inner : matchesSent(inner, part, definitions, depth + 1));
  const reference = schema["$ref"];
  if (typeof reference === "string") return matches(findDefinition(reference, definitions), value);
  if (value === null && schema["nullable"] === true) return true;
  const types = declaredTypes(schema);
  const type = typeOfValue(value);
  if (types !== undefined && !types.includes(type) && !(type === "integer" && types.includes("number")))
    return false;
  if (schema.enum !== undefined && !schema.enum.some((option) => sameJson(option, value))) return false;
  if (schema.const !== undefined && !sameJson(schema.const, value)) return false;
  const alternatives = schemaList(schema["anyOf"]);
  if (alternatives.length > 0 && !alternatives.some((branch) => matches(branch, value))) return false;
  if (Array.isArray(value)) {
    const places = schemaList(schema["prefixItems"]);
    return value.every((item, index) => matches(index < places.length ? places[index] : schema.items, item));
  }
  return !isRecord(value) || matchesObject(schema, value, matches);
}

function matchesObject(
  schema: JsonSchemaObject,
  value: Readonly<Record<string, unknown>>,
  matches: (schema: unknown, value: unknown) => boolean,
): boolean {
  if (schema.required?.some((name) => !Object.hasOwn(value, name)) === true) return false;
  const properties = new Map(schemaEntries(schema.properties));
  return Object.entries(value).every(([name, part]) =>
    matches(properties.has(name) ? properties.get(name) : schema.additionalProperties, part),
  );
}

/** The definition that a sent reference names. */
export function findDefinition(reference: string, definitions: Definitions): JsonSchemaObject | undefined {
  const name = reference.slice(reference.lastIndexOf("/") + 1);
  return Object.hasOwn(definitions, name) ? definitions[name] : undefined;
}
