import type { JsonSchemaObject } from "@toolkiln/runtime";
import { isRecord, valueAt } from "@toolkiln/runtime/json";

/** Converts a flag's text to the type in its schema. Text that cannot be converted is left to the validator. */
export function parseValue(text: string, schema: unknown, root: JsonSchemaObject): unknown {
  const { items, enum: choices } = resolveSchema(schema, root);
  const types = typesOf(schema, root);
  if (types.has("array"))
    return text.trimStart().startsWith("[") ? parseJson(text) : [parseValue(text, items, root)];
  if (choices !== undefined)
    return choices.find((choice) => choice === text || choice === parseJson(text)) ?? text;
  return types.has("string") ? text : parseJson(text);
}

/** The JSON types that a schema allows; empty when it does not restrict them. */
export function typesOf(schema: unknown, root: JsonSchemaObject): ReadonlySet<string> {
  const resolved = resolveSchema(schema, root);
  if (resolved.type !== undefined) return new Set<string>([resolved.type].flat());
  const values = resolved.enum ?? ("const" in resolved ? [resolved.const] : []);
  if (values.length > 0) return new Set(values.map(typeOfValue));
  const alternatives = ["anyOf", "oneOf", "allOf"].flatMap((keyword) => resolved[keyword] ?? []);
  return new Set(alternatives.flatMap((one) => [...typesOf(one, root)]));
}

/** Parses JSON; returns text that is not JSON unchanged. */
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

/** Follows `$ref` inside the schema; empty if circular or not found. */
export function resolveSchema(schema: unknown, root: JsonSchemaObject): JsonSchemaObject {
  let current = schema;
  for (let step = 0; step < 16 && isRecord(current); step++) {
    const { $ref } = current;
    if (typeof $ref !== "string" || !$ref.startsWith("#/")) return current;
    current = valueAt(root, $ref.slice(1));
  }
  return {};
}

/** `maxBytes` is "max bytes". */
export function wordsOf(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
}
