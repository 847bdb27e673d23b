import type { JsonSchema } from "@toolkiln/runtime";
import { isJsonObject, type JsonObject } from "../values/json-object.js";
import { localReference } from "./local-reference.js";
import { inPlaceKeywords, subschemas, walkSchema } from "./walk-schema.js";

/**
 * The maximum number of schemas that apply to one value of a bundled schema, references followed.
 * A few dozen definitions that each reference the next one twice add up to billions.
 */
export function maxAlternatives(root: JsonSchema): number {
  if (typeof root === "boolean") return 1;
  const known = new Map<JsonObject, number>();
  const count = (schema: unknown): number => {
    if (!isJsonObject(schema)) return 1;
    const before = known.get(schema);
    if (before !== undefined) return before;
    // Circular references are reported elsewhere.
    known.set(schema, 1);
    let sum = 1;
    for (const inner of subschemas(schema))
      if (inPlaceKeywords.has(inner.keyword)) sum += count(inner.schema);
    if (schema["$ref"] !== undefined) sum += count(localReference(root, schema["$ref"]));
    known.set(schema, sum);
    return sum;
  };
  return walkSchema(root, []).reduce((max, { schema }) => Math.max(max, count(schema)), 1);
}
