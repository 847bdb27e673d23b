import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";
import { annotationKeywords, isSchema, sameJson, schemaEntries } from "./schema-node.js";

/** Keywords whose meaning depends on their neighbours, so that they cannot move to another schema alone. */
const bound = [
  "unevaluatedProperties",
  "unevaluatedItems",
  "patternProperties",
  "if",
  "then",
  "else",
  "$ref",
];

/**
 * One schema that accepts exactly what both accept, or undefined where no single schema does.
 *
 * Annotations of the first win.
 */
export function mergeSchemas(first: JsonSchema, second: JsonSchema): JsonSchema | undefined {
  if (first === true) return second;
  if (second === true) return first;
  if (first === false || second === false) return undefined;
  if (bound.some((keyword) => keyword in first && keyword in second)) return undefined;
  if (hasBoundNeighbours(first, second) || hasBoundNeighbours(second, first)) return undefined;
  if (splitsTuple(first, second) || splitsTuple(second, first)) return undefined;
  const merged: Record<string, unknown> = { ...second, ...first };
  for (const keyword of Object.keys(second)) {
    if (!(keyword in first) || annotationKeywords.has(keyword)) continue;
    const value = mergeKeyword(keyword, first[keyword], second[keyword]);
    if (value === undefined) return undefined;
    merged[keyword] = value;
  }
  return closeMerged(merged, first, second);
}

function hasBoundNeighbours(schema: JsonSchemaObject, other: JsonSchemaObject): boolean {
  const opens = (keyword: string): boolean => keyword in other;
  return (
    ("unevaluatedProperties" in schema &&
      ["properties", "additionalProperties", "patternProperties"].some(opens)) ||
    ("unevaluatedItems" in schema && ["items", "prefixItems"].some(opens)) ||
    ("patternProperties" in schema && "additionalProperties" in other)
  );
}

function splitsTuple(schema: JsonSchemaObject, other: JsonSchemaObject): boolean {
  return "prefixItems" in schema && ("prefixItems" in other || "items" in other);
}

/** `additionalProperties` speaks of the properties beside it: what one side closes, the other cannot open. */
function closeMerged(
  merged: Record<string, unknown>,
  first: JsonSchemaObject,
  second: JsonSchemaObject,
): JsonSchemaObject | undefined {
  let properties = schemaEntries(merged["properties"]);
  for (const [closed, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const { additionalProperties } = closed;
    if (additionalProperties === undefined || additionalProperties === true) continue;
    const own = new Set(Object.keys(closed.properties ?? {}));
    const foreign = Object.keys(other.properties ?? {}).filter((name) => !own.has(name));
    if (foreign.length === 0 && other.additionalProperties === undefined) continue;
    if (additionalProperties !== false || "patternProperties" in closed) return undefined;
    if (foreign.some((name) => other.required?.includes(name))) return undefined;
    properties = properties.filter(([name]) => !foreign.includes(name));
    merged["additionalProperties"] = false;
  }
  if (isRecord(merged["properties"])) merged["properties"] = Object.fromEntries(properties);
  return merged;
}

type Merge = (first: unknown, second: unknown) => unknown;

/** How two values of a keyword become one; undefined where no value expresses both. Other keywords have to be equal. */
const merges: Readonly<Record<string, Merge>> = {
  type: mergeTypes,
  properties: mergeMaps,
  required: (first, second) =>
    Array.isArray(first) && Array.isArray(second) ? [...new Set([...first, ...second])] : undefined,
  enum: mergeEnums,
  uniqueItems: (first, second) => first === true || second === true,
  items: mergeInner,
  additionalProperties: (first, second) =>
    first === false || second === false ? false : mergeInner(first, second),
};

function mergeKeyword(keyword: string, first: unknown, second: unknown): unknown {
  const merge = Object.hasOwn(merges, keyword) ? merges[keyword] : undefined;
  if (merge !== undefined) return merge(first, second);
  if (/^(min|exclusiveMin)(?!Contains)/.test(keyword)) return mergeNumbers(first, second, Math.max);
  if (/^(max|exclusiveMax)(?!Contains)/.test(keyword)) return mergeNumbers(first, second, Math.min);
  return sameJson(first, second) ? first : undefined;
}

function mergeInner(first: unknown, second: unknown): unknown {
  return isSchema(first) && isSchema(second) ? mergeSchemas(first, second) : undefined;
}

function mergeTypes(first: unknown, second: unknown): unknown {
  const left = typesIn(first);
  const right = typesIn(second);
  const common = left.flatMap((type) => {
    if (right.includes(type)) return [type];
    if (type === "number" && right.includes("integer")) return ["integer"];
    return type === "integer" && right.includes("number") ? [type] : [];
  });
  return common.length === 0 ? undefined : common.length === 1 ? common[0] : [...new Set(common)];
}

function typesIn(type: unknown): readonly string[] {
  if (typeof type === "string") return [type];
  return Array.isArray(type) ? type.filter((name) => typeof name === "string") : [];
}

function mergeMaps(first: unknown, second: unknown): unknown {
  const merged = new Map(schemaEntries(first));
  for (const [name, schema] of schemaEntries(second)) {
    const other = merged.get(name);
    const both = other === undefined ? schema : mergeSchemas(other, schema);
    if (both === undefined) return undefined;
    merged.set(name, both);
  }
  return Object.fromEntries(merged);
}

function mergeEnums(first: unknown, second: unknown): unknown {
  if (!Array.isArray(first) || !Array.isArray(second)) return undefined;
  const common: unknown[] = first.filter((value) => second.some((other) => sameJson(value, other)));
  return common.length === 0 ? undefined : common;
}

function mergeNumbers(
  first: unknown,
  second: unknown,
  choose: (first: number, second: number) => number,
): unknown {
  return typeof first === "number" && typeof second === "number" ? choose(first, second) : undefined;
}
