import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { isSchema, isSchemaObject } from "./schema-values.js";
import { inPlaceKeywords, subschemas } from "./walk-schema.js";

/** The target of a `$ref` in a bundled schema: the root or a definition. */
export function localReference(root: JsonSchemaObject, reference: unknown): JsonSchema | undefined {
  if (reference === "#") return root;
  if (typeof reference !== "string" || !reference.startsWith("#/$defs/")) return undefined;
  const definitions = root["$defs"];
  const target = isSchemaObject(definitions) ? definitions[reference.slice("#/$defs/".length)] : undefined;
  return isSchema(target) ? target : undefined;
}

/** A schema and all others for the same value, through `$ref` and the keywords (`allOf`, `anyOf`, …) that it follows. */
export function sameValueSchemas(
  root: JsonSchemaObject,
  schema: unknown,
  follows: (keyword: string) => boolean = () => true,
): ReadonlySet<JsonSchemaObject> {
  const found = new Set<JsonSchemaObject>();
  const waiting = [schema];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isSchemaObject(next) || found.has(next)) continue;
    found.add(next);
    waiting.push(localReference(root, next["$ref"]) ?? true);
    // The last one is visited first.
    for (const { keyword, schema: inner } of subschemas(next).toReversed())
      if (inPlaceKeywords.has(keyword) && follows(keyword)) waiting.push(inner);
  }
  return found;
}
