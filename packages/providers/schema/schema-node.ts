import { isRecord } from "@toolkiln/runtime/json";
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

/** Keywords that bound the values of one type. */
export const textBounds: readonly string[] = ["minLength", "maxLength", "pattern"];
export const numberBounds: readonly string[] = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
];
export const itemBounds: readonly string[] = ["minItems", "maxItems"];
export const propertyBounds: readonly string[] = ["minProperties", "maxProperties"];

/** Keywords that hold schemas by name. */
export const schemaMapKeywords: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
]);

/** Keywords that hold values, however much they look like schemas. */
export const literalKeywords: ReadonlySet<string> = new Set(["enum", "const", "default", "examples"]);

/** Whether a value can stand where a schema is expected. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "boolean" || isRecord(value);
}

/** The schemas in a list, such as the alternatives of `anyOf`. */
export function schemaList(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

/** The schemas in a map, such as `properties`. */
export function schemaEntries(value: unknown): readonly (readonly [name: string, schema: JsonSchema])[] {
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, schema]) =>
    isSchema(schema) ? [[name, schema] as const] : [],
  );
}

/** The types that a schema names itself, if it does. */
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

/** The name of a property, escaped as a step of a JSON pointer. */
export function pointerStep(name: string | number): string {
  return String(name).replaceAll("~", "~0").replaceAll("/", "~1");
}

/** What a JSON pointer in URI fragment form (`#/$defs/x`) leads to. */
export function resolvePointer(root: unknown, reference: string): unknown {
  if (!reference.startsWith("#")) return undefined;
  let pointer: string;
  try {
    pointer = decodeURIComponent(reference.slice(1));
  } catch {
    return undefined;
  }
  if (pointer === "") return root;
  if (!pointer.startsWith("/")) return undefined;
  let value: unknown = root;
  for (const step of pointer.slice(1).split("/")) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(value)) value = /^\d+$/.test(key) ? value[Number(key)] : undefined;
    else if (isRecord(value) && Object.hasOwn(value, key)) value = value[key];
    else return undefined;
  }
  return value;
}

/** Whether two JSON values are the same, whatever the order of their keys. */
export function sameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => sameJson(item, right[index]))
    );
  }
  if (!isRecord(left) || !isRecord(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && sameJson(left[key], right[key]))
  );
}
