import type { JsonSchemaObject } from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";
import { literalKeywords, schemaMapKeywords } from "./schema-node.js";

/** Writes a list of types as `anyOf`, for clients that know schemas with one type only. */
export function splitTypes(schema: JsonSchemaObject): JsonSchemaObject {
  const entries = Object.entries(schema).map(([keyword, value]) => [keyword, splitWithin(keyword, value)]);
  const split: JsonSchemaObject = Object.fromEntries(entries);
  if (!Array.isArray(split.type) || split["anyOf"] !== undefined) return split;
  const { type, ...rest } = split;
  return { ...rest, anyOf: type.map((one: unknown) => ({ type: one })) };
}

function splitWithin(keyword: string, value: unknown): unknown {
  if (literalKeywords.has(keyword)) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => (isRecord(item) ? splitTypes(item) : item));
  if (!isRecord(value)) return value;
  if (!schemaMapKeywords.has(keyword)) return splitTypes(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, isRecord(item) ? splitTypes(item) : item]),
  );
}
