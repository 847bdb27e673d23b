import type { JsonSchemaObject } from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";
import { literalKeywords, schemaMapKeywords } from "./schema-node.js";

/** Gives every schema one type, for clients that expect it: a list becomes `anyOf`, and an `enum` of strings a string. */
export function singleTypes(schema: JsonSchemaObject): JsonSchemaObject {
  const entries = Object.entries(schema).map(([keyword, value]) => [keyword, splitWithin(keyword, value)]);
  const split: JsonSchemaObject = Object.fromEntries(entries);
  if (split.type === undefined && split.enum?.every((value) => typeof value === "string") === true) {
    return { type: "string", ...split };
  }
  if (!Array.isArray(split.type) || split["anyOf"] !== undefined) return split;
  const { type, ...rest } = split;
  return { ...rest, anyOf: type.map((one: unknown) => ({ type: one })) };
}

function splitWithin(keyword: string, value: unknown): unknown {
  if (literalKeywords.has(keyword)) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => (isRecord(item) ? singleTypes(item) : item));
  if (!isRecord(value)) return value;
  if (!schemaMapKeywords.has(keyword)) return singleTypes(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, isRecord(item) ? singleTypes(item) : item]),
  );
}
