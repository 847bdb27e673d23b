import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";

const definitions = "#/$defs/";

/** Converts a flag's text to the type in its schema. Text that cannot be converted is left to the validator. */
export function parseValue(
  text: string,
  schema: JsonSchema | undefined,
  root: JsonSchemaObject | undefined,
): unknown {
  const types = typesOf(schema, root);
  if (types.has("array")) return parseItems(text, schema, root);
  const choices = resolveSchema(schema, root)?.enum;
  if (choices !== undefined)
    return choices.find((choice) => choice === text || choice === parseJson(text)) ?? text;
  return types.has("string") ? text : parseJson(text);
}

/** The JSON types that a schema allows; empty when it does not restrict them. */
export function typesOf(
  schema: JsonSchema | undefined,
  root: JsonSchemaObject | undefined,
): ReadonlySet<string> {
  const resolved = resolveSchema(schema, root);
  if (resolved === undefined) return new Set();
  if (typeof resolved.type === "string") return new Set([resolved.type]);
  if (resolved.type !== undefined) return new Set<string>(resolved.type);
  const values = resolved.enum ?? ("const" in resolved ? [resolved.const] : []);
  if (values.length > 0) return new Set(values.map(typeOfValue));
  const alternatives = ["anyOf", "oneOf", "allOf"].flatMap((keyword) => schemasOf(resolved[keyword]));
  return new Set(alternatives.flatMap((alternative) => [...typesOf(alternative, root)]));
}

function parseItems(
  text: string,
  schema: JsonSchema | undefined,
  root: JsonSchemaObject | undefined,
): unknown {
  if (text.trimStart().startsWith("[")) return parseJson(text);
  const items = resolveSchema(schema, root)?.items;
  return [parseValue(text, typeof items === "object" ? items : undefined, root)];
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
  root: JsonSchemaObject | undefined,
): JsonSchemaObject | undefined {
  let current = schema;
  for (let step = 0; step < 16; step++) {
    if (typeof current !== "object") return undefined;
    const reference = current["$ref"];
    if (typeof reference !== "string" || !reference.startsWith(definitions)) return current;
    const known: object = isSchema(root?.["$defs"]) ? root["$defs"] : {};
    const found: unknown = Reflect.get(known, reference.slice(definitions.length));
    current = isSchema(found) ? found : undefined;
  }
  return undefined;
}

/** The schemas of a list such as `oneOf`. */
export function schemasOf(value: unknown): readonly JsonSchemaObject[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

function isSchema(value: unknown): value is JsonSchemaObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
