import type { JsonSchemaObject } from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";
import {
  declaredTypes,
  isSchema,
  sameJson,
  schemaEntries,
  schemaList,
  typeOfValue,
} from "../schema/schema-node.js";

/** Definitions by name, as a sent schema refers to them. */
export type Definitions = Readonly<Record<string, JsonSchemaObject>>;

/** Alternatives differ closer to the top than this; only the validator judges what lies deeper. */
const deepest = 12;

/** How closely to look: at the structure, which distinguishes alternatives, or at every constraint that was sent. */
export type Closeness = "structure" | "constraints";

/**
 * Whether a value has the shape of a schema that was sent. Structure is enough to tell alternatives apart when they
 * come back; to choose one for sending, its constraints are looked at as well.
 */
export function matchesSent(
  schema: JsonSchemaObject,
  value: unknown,
  definitions: Definitions,
  closeness: Closeness = "structure",
  depth: number = 0,
): boolean {
  if (depth > deepest) return true;
  const matches = (inner: unknown, part: unknown): boolean =>
    !isSchema(inner) ||
    (typeof inner === "boolean" ? inner : matchesSent(inner, part, definitions, closeness, depth + 1));
  const reference = schema["$ref"];
  if (typeof reference === "string") return matches(findDefinition(reference, definitions), value);
  if (value === null && schema["nullable"] === true) return true;
  if (!hasType(schema, value) || !isListed(schema, value)) return false;
  if (closeness === "constraints" && !satisfiesConstraints(schema, value)) return false;
  const alternatives = schemaList(schema["anyOf"]);
  if (alternatives.length > 0 && !alternatives.some((branch) => matches(branch, value))) return false;
  if (Array.isArray(value)) {
    const places = schemaList(schema["prefixItems"]);
    return value.every((item, index) => matches(index < places.length ? places[index] : schema.items, item));
  }
  return !isRecord(value) || matchesObject(schema, value, matches);
}

function hasType(schema: JsonSchemaObject, value: unknown): boolean {
  const types = declaredTypes(schema);
  const type = typeOfValue(value);
  return types === undefined || types.includes(type) || (type === "integer" && types.includes("number"));
}

function isListed(schema: JsonSchemaObject, value: unknown): boolean {
  if (schema.enum !== undefined && !schema.enum.some((option) => sameJson(option, value))) return false;
  return schema.const === undefined || sameJson(schema.const, value);
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

/** Whether a value keeps the bounds that were sent beside its type. */
function satisfiesConstraints(schema: JsonSchemaObject, value: unknown): boolean {
  if (typeof value === "string") {
    const { length } = Array.from(value);
    return within(length, schema.minLength, schema.maxLength) && matchesPattern(schema.pattern, value);
  }
  if (typeof value === "number") return isInRange(schema, value);
  if (Array.isArray(value)) return within(value.length, schema.minItems, schema.maxItems);
  return true;
}

function within(amount: number, least = 0, most: number = Number.POSITIVE_INFINITY): boolean {
  return amount >= least && amount <= most;
}

function matchesPattern(pattern: string | undefined, value: string): boolean {
  if (pattern === undefined) return true;
  try {
    return new RegExp(pattern, "u").test(value);
  } catch {
    return true;
  }
}

function isInRange(schema: JsonSchemaObject, value: number): boolean {
  const { exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = schema;
  if (typeof above === "number" && value <= above) return false;
  if (typeof below === "number" && value >= below) return false;
  if (multipleOf !== undefined && value % multipleOf !== 0) return false;
  return within(value, schema.minimum ?? Number.NEGATIVE_INFINITY, schema.maximum);
}
