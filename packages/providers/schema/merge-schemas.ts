import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { annotationKeywords, sameJson, schemaEntries } from "./schema-node.js";

/** Keywords that depend on sibling keywords, so that they cannot move to another schema. */
const dependent = ["unevaluatedProperties", "unevaluatedItems", "patternProperties", "prefixItems"];

/**
 * One schema that accepts exactly what both accept; undefined if combining their keywords is not enough. The first
 * schema's annotations win.
 */
export function mergeSchemas(first: JsonSchema, second: JsonSchema): JsonSchema | undefined {
  if (first === true) return second;
  if (second === true) return first;
  if (first === false || second === false) return undefined;
  if (restrictsPart(first, second) || restrictsPart(second, first)) return undefined;
  const merged: Record<string, unknown> = { ...second, ...first };
  for (const [keyword, value] of Object.entries(second)) {
    if (!(keyword in first) || annotationKeywords.has(keyword)) continue;
    if (keyword === "required")
      merged[keyword] = [...new Set([...(first.required ?? []), ...(second.required ?? [])])];
    else if (keyword === "properties") merged[keyword] = { ...second.properties, ...first.properties };
    else if (!sameJson(first[keyword], value)) return undefined;
  }
  const shared = schemaEntries(second.properties).filter(([name]) =>
    Object.hasOwn(first.properties ?? {}, name),
  );
  return shared.every(([name, schema]) => sameJson(first.properties?.[name], schema)) ? merged : undefined;
}

/** Whether a schema restricts properties or items that only the other declares. */
function restrictsPart(schema: JsonSchemaObject, other: JsonSchemaObject): boolean {
  if (dependent.some((keyword) => keyword in schema)) {
    return ["properties", "additionalProperties", "items", ...dependent].some((keyword) => keyword in other);
  }
  const { additionalProperties = true, properties = {} } = schema;
  if (additionalProperties === true) return false;
  return Object.keys(other.properties ?? {}).some((name) => !Object.hasOwn(properties, name));
}
