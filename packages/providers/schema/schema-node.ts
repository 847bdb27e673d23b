import { canonicalJson, isRecord, valueAt } from "@toolkiln/runtime/json";
import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import type { JsonSchemaType } from "@toolkiln/runtime/vocabulary";

/** Keywords that describe a value without constraining it. */
export const annotationKeywords: ReadonlySet<string> = new Set([
  "$comment",
  "$schema",
  "$id",
  "$anchor",
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
]);

/** Whether a keyword constrains nothing: an annotation, an extension, or `$defs`. */
export const isAnnotation = (keyword: string): boolean =>
  annotationKeywords.has(keyword) || /^(x-|\$defs$|definitions$)/.test(keyword);

/** Constraints for values of one type. */
export const textBounds: readonly string[] = ["minLength", "maxLength", "pattern"];
export const numberBounds: readonly string[] = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
];
export const itemBounds: readonly string[] = ["minItems", "maxItems"];

/** The keywords for values of one type. */
export const keywordsOf: Readonly<Record<JsonSchemaType, readonly string[]>> = {
  string: [...textBounds, "format"],
  number: numberBounds,
  integer: numberBounds,
  array: ["items", "prefixItems", ...itemBounds, "uniqueItems"],
  object: "properties required additionalProperties patternProperties minProperties maxProperties".split(" "),
  boolean: [],
  null: [],
};

/** Whether a value can be a schema. */
export const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "boolean" || isRecord(value);

/** The schemas in a list, such as the alternatives of `anyOf`. */
export const schemaList = (value: unknown): readonly JsonSchema[] =>
  Array.isArray(value) ? value.filter(isSchema) : [];

/** The schemas in a map, such as `properties`. */
export function schemaEntries(value: unknown): readonly (readonly [name: string, schema: JsonSchema])[] {
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, schema]) =>
    isSchema(schema) ? [[name, schema] as const] : [],
  );
}

/** The value of `type` as a list, if present. */
export function declaredTypes(schema: JsonSchemaObject): readonly JsonSchemaType[] | undefined {
  const { type } = schema;
  if (type === undefined) return undefined;
  return typeof type === "string" ? [type] : type;
}

/** The type of a JSON value; whole numbers are integers. */
export function typeOfValue(value: unknown): JsonSchemaType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  if (typeof value === "string") return "string";
  return typeof value === "boolean" ? "boolean" : "object";
}

/** Whether a value has one of the types; true without types. */
export function hasType(value: unknown, types: readonly JsonSchemaType[] | undefined): boolean {
  const type = typeOfValue(value);
  return types === undefined || types.includes(type) || (type === "integer" && types.includes("number"));
}

/** The schema that a reference such as `#/$defs/x` leads to. */
export function resolveReference(root: unknown, reference: unknown): JsonSchema | undefined {
  if (typeof reference !== "string" || !/^#(\/|$)/.test(reference)) return undefined;
  try {
    const target = valueAt(root, decodeURIComponent(reference.slice(1)));
    return isSchema(target) ? target : undefined;
  } catch {
    // The percent encoding is invalid.
    return undefined;
  }
}

/** Whether two JSON values are equal, ignoring the order of keys. */
export const sameJson = (left: unknown, right: unknown): boolean =>
  left === right || canonicalJson(left) === canonicalJson(right);
