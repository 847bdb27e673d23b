import type { DocParagraph } from "../doc-comment.js";

/** A type as a simple JSON Schema for json-schema-to-typescript: no `$ref`; `allOf` is an intersection. */
export type PlainSchema =
  | { readonly type: "string" | "number" | "boolean" | "null" }
  /** One of these values; `never` if empty. */
  | { readonly enum: readonly (string | number | boolean)[] }
  /** Source text: a name that is declared, or `unknown`. */
  | { readonly tsType: string }
  | { readonly type: "array"; readonly items: PlainSchema }
  /** A list of a certain length, or of at least that length; `additionalItems` are further ones. */
  | {
      readonly type: "array";
      readonly items: readonly PlainSchema[];
      readonly additionalItems: false | PlainSchema;
    }
  | ObjectSchema
  | { readonly anyOf: readonly PlainSchema[] }
  | { readonly allOf: readonly PlainSchema[] };

export interface ObjectSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, PropertySchema>>;
  readonly required: readonly string[];
  readonly additionalProperties: false | PlainSchema;
}

export type PropertySchema = PlainSchema & { readonly docs?: readonly DocParagraph[] };

export const unknownType: PlainSchema = { tsType: "unknown" };
export const neverType: PlainSchema = { enum: [] };

export function reference(name: string): PlainSchema {
  return { tsType: name };
}

/** An object type. `others`: the type of additional properties. With neither, only an empty object is allowed. */
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

export function literalType(value: unknown): PlainSchema {
  if (value === null) return { type: "null" };
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return { enum: [value] };
  if (Array.isArray(value)) return { type: "array", items: value.map(literalType), additionalItems: false };
  if (typeof value !== "object") return unknownType;
  const properties = Object.entries(value).map(([name, item]) => [name, literalType(item)] as const);
  return objectOf(Object.fromEntries(properties), Object.keys(value));
}

/** A union: flattened, without duplicates; `unknown` absorbs the others. */
export function unionOf(types: readonly PlainSchema[]): PlainSchema {
  const flat = types.flatMap((type): readonly PlainSchema[] => {
    if ("anyOf" in type) return type.anyOf;
    return "enum" in type ? type.enum.map((value) => ({ enum: [value] })) : [type];
  });
  if (flat.some(isUnknown)) return unknownType;
  const members = distinct(flat);
  if (members.length === 1 && members[0]) return members[0];
  const values = members.flatMap((type) => ("enum" in type ? type.enum : []));
  return values.length === members.length ? { enum: values } : { anyOf: members };
}

/** An intersection: `unknown` is dropped, and `never` absorbs the others. */
export function intersectionOf(types: readonly PlainSchema[]): PlainSchema {
  const flat = types.flatMap((type) => ("allOf" in type ? type.allOf : [type]));
  if (flat.some(isNever)) return neverType;
  const members = distinct(flat).filter((type) => !isUnknown(type));
  if (members.length === 0) return unknownType;
  return members.length === 1 && members[0] ? members[0] : { allOf: members };
}

export const isUnknown = (type: PlainSchema): boolean => "tsType" in type && type.tsType === "unknown";
export const isNever = (type: PlainSchema): boolean => "enum" in type && type.enum.length === 0;

/** Whether a type is a built-in or declared name. */
export function isName(type: PlainSchema): boolean {
  return (
    "tsType" in type || isNever(type) || ("type" in type && type.type !== "array" && type.type !== "object")
  );
}

function distinct(types: readonly PlainSchema[]): readonly PlainSchema[] {
  if (types.length < 2) return types;
  return [...new Map(types.map((type) => [JSON.stringify(type), type])).values()];
}

/** The members of `type` that are new or narrower; undefined if it does not extend `base`. */
export function ownMembers(type: PlainSchema, base: PlainSchema): ObjectSchema | undefined {
  if (!("properties" in type) || !("properties" in base)) return undefined;
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  if (!isSame(type.additionalProperties, base.additionalProperties)) return undefined;
  const present = Object.entries(type.properties);
  const gone = Object.keys(base.properties).some((name) => !Object.hasOwn(type.properties, name));
  if (gone || base.required.some((name) => !type.required.includes(name))) return undefined;
  const own = present.flatMap(([name, { docs = [], ...member }]): [string, PropertySchema][] => {
    if (!Object.hasOwn(base.properties, name)) return [[name, { ...member, docs }]];
    const { docs: _docs, ...inherited }: PropertySchema = base.properties[name] ?? unknownType;
    const isRequired = type.required.includes(name) === base.required.includes(name);
    // Editors show the documentation of the base member.
    const deprecated = docs.filter((doc) => typeof doc === "object" && doc.tag === "deprecated");
    return isRequired && isSame(member, inherited) ? [] : [[name, { ...member, docs: deprecated }]];
  });
  return { ...type, properties: Object.fromEntries(own), additionalProperties: false };
}
