import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { isRecord, valueAt } from "@toolkiln/runtime/json";

/** Converts a flag's text to the type in its schema. Text that cannot be converted is left to the validator. */
export function parseValue(text: string, schema: JsonSchema | undefined, root: JsonSchemaObject): unknown {
  const { items, enum: choices } = resolveSchema(schema, root) ?? {};
  const types = typesOf(schema, root);
  if (types.has("array")) {
    if (text.trimStart().startsWith("[")) return parseJson(text);
    return [parseValue(text, typeof items === "object" ? items : undefined, root)];
  }
  if (choices !== undefined)
    return choices.find((choice) => choice === text || choice === parseJson(text)) ?? text;
  return types.has("string") ? text : parseJson(text);
}

/** The JSON types that a schema allows; empty when it does not restrict them. */
export function typesOf(schema: JsonSchema | undefined, root: JsonSchemaObject): ReadonlySet<string> {
  const resolved = resolveSchema(schema, root);
  if (resolved === undefined) return new Set();
  if (resolved.type !== undefined) return new Set<string>([resolved.type].flat());
  const values = resolved.enum ?? ("const" in resolved ? [resolved.const] : []);
  if (values.length > 0) return new Set(values.map(typeOfValue));
  const alternatives = ["anyOf", "oneOf", "allOf"].flatMap((keyword) => resolved[keyword] ?? []);
  return new Set(alternatives.flatMap((one) => (isSchema(one) ? [...typesOf(one, root)] : [])));
}

/** Parses JSON; returns other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function typeOfValue(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** Follows `$ref` inside the schema; undefined if circular. */
export function resolveSchema(
  schema: JsonSchema | undefined,
  root: JsonSchemaObject,
): JsonSchemaObject | undefined {
  let current: unknown = schema;
  for (let step = 0; step < 16; step++) {
    if (!isSchema(current)) return undefined;
    const { $ref } = current;
    if (typeof $ref !== "string" || !$ref.startsWith("#/")) return current;
    current = valueAt(root, $ref.slice(1));
  }
  return undefined;
}

function isSchema(value: unknown): value is JsonSchemaObject {
  return isRecord(value);
}
