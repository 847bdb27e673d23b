import type { DocParagraph } from "../doc-comment.js";

/**
 * A type as a JSON Schema that json-schema-to-typescript writes as it stands: nothing in it refers to anything, overlaps
 * or has to be merged.
 */
export type PlainSchema =
  | { readonly type: ScalarType }
  /** One of some values; of none, it is `never`. */
  | { readonly enum: readonly (string | number | boolean)[] }
  /** Source text: a name that is declared, or `unknown`. */
  | { readonly tsType: string }
  | { readonly type: "array"; readonly items: PlainSchema }
  | TupleSchema
  | ObjectSchema
  | { readonly anyOf: readonly PlainSchema[] }
  | { readonly allOf: readonly PlainSchema[] };

/** The JSON types without parts. */
export type ScalarType = "string" | "number" | "boolean" | "null";

/** A list of a certain length, or of at least that length. */
export interface TupleSchema {
  readonly type: "array";
  readonly items: readonly PlainSchema[];
  /** What follows the items. */
  readonly additionalItems: false | PlainSchema;
}

/** An object. */
export interface ObjectSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, PropertySchema>>;
  readonly required: readonly string[];
  readonly additionalProperties: false | PlainSchema;
}

/** A property with its documentation. */
export type PropertySchema = PlainSchema & { readonly docs?: readonly DocParagraph[] };

export const unknownType: PlainSchema = { tsType: "unknown" };
export const neverType: PlainSchema = { enum: [] };

/** A declared type. */
export function reference(name: string): PlainSchema {
  return { tsType: name };
}

/** An object of some properties; of none, and without others, it is the empty one. */
export function objectOf(
  properties: Readonly<Record<string, PropertySchema>>,
  required: readonly string[],
  others?: PlainSchema,
): ObjectSchema {
  const empty = Object.keys(properties).length === 0;
  return {
    type: "object",
    properties,
    required,
    additionalProperties: others ?? (empty ? neverType : false),
  };
}

/** The type that has exactly one JSON value. */
export function literalType(value: unknown): PlainSchema {
  if (value === null) return { type: "null" };
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return { enum: [value] };
  if (Array.isArray(value)) return { type: "array", items: value.map(literalType), additionalItems: false };
  if (typeof value !== "object") return unknownType;
  const properties = Object.entries(value).map(([name, item]) => [name, literalType(item)] as const);
  return objectOf(Object.fromEntries(properties), Object.keys(value));
}

/** Either of some types; flattened, without repetitions, and `unknown` swallows the others. */
export function unionOf(types: readonly PlainSchema[]): PlainSchema {
  const flat = types.flatMap((type): readonly PlainSchema[] => {
    if ("anyOf" in type) return type.anyOf;
    return "enum" in type ? type.enum.map((value) => ({ enum: [value] })) : [type];
  });
  if (flat.some(isUnknown)) return unknownType;
  const members = withoutBooleanPair(distinct(flat));
  if (members.length === 1 && members[0]) return members[0];
  const values = members.flatMap((type) => ("enum" in type ? type.enum : []));
  return values.length === members.length ? { enum: values } : { anyOf: members };
}

/** All of some types at once; `unknown` adds nothing and `never` leaves nothing. */
export function intersectionOf(types: readonly PlainSchema[]): PlainSchema {
  const flat = types.flatMap((type) => ("allOf" in type ? type.allOf : [type]));
  if (flat.some(isNever)) return neverType;
  const members = distinct(flat).filter((type) => !isUnknown(type));
  if (members.length === 0) return unknownType;
  return members.length === 1 && members[0] ? members[0] : { allOf: members };
}

/** Whether a type says nothing. */
export function isUnknown(type: PlainSchema): boolean {
  return "tsType" in type && type.tsType === "unknown";
}

/** Whether a type has no value. */
export function isNever(type: PlainSchema): boolean {
  return "enum" in type && type.enum.length === 0;
}

/** Whether a type is a name, of the language or declared. */
export function isName(type: PlainSchema): boolean {
  return (
    "tsType" in type || isNever(type) || ("type" in type && type.type !== "array" && type.type !== "object")
  );
}

function distinct(types: readonly PlainSchema[]): readonly PlainSchema[] {
  if (types.length < 2) return types;
  return [...new Map(types.map((type) => [JSON.stringify(type), type])).values()];
}

/** `true | false` reads better as `boolean`. */
function withoutBooleanPair(types: readonly PlainSchema[]): readonly PlainSchema[] {
  const isBoolean = (type: PlainSchema) => "enum" in type && typeof type.enum[0] === "boolean";
  if (types.filter(isBoolean).length < 2) return types;
  const first = types.findIndex(isBoolean);
  return types.flatMap((type, position): readonly PlainSchema[] => {
    if (!isBoolean(type)) return [type];
    return position === first ? [{ type: "boolean" }] : [];
  });
}
