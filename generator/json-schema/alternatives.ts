import type { JsonSchema } from "@toolkiln/runtime";
import { isJsonObject, type JsonObject } from "../values/json-object.js";
import { localReference } from "./local-reference.js";
import { inPlaceKeywords, subschemas, walkSchema } from "./walk-schema.js";

/**
 * The largest number of schemas that one value is compared with, references followed, of any place in a bundled schema.
 * A few dozen definitions that each point twice at the next come to billions.
 */
export function mostAlternatives(root: JsonSchema): number {
  if (typeof root === "boolean") return 1;
  const known = new Map<JsonObject, number>();
  const count = (schema: unknown): number => {
    if (!isJsonObject(schema)) return 1;
    const before = known.get(schema);
    if (before !== undefined) return before;
    // A circular one has a diagnostic of its own.
    known.set(schema, 1);
    let sum = 1;
    for (const inner of subschemas(schema))
      if (inPlaceKeywords.has(inner.keyword)) sum += count(inner.schema);
    if (schema["$ref"] !== undefined) sum += count(localReference(root, schema["$ref"]));
    known.set(schema, sum);
    return sum;
  };
  return walkSchema(root, []).reduce((most, { schema }) => Math.max(most, count(schema)), 1);
}
