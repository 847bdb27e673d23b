import type { JsonSchemaObject } from "@toolkiln/runtime";
import { inDialect } from "@toolkiln/runtime/json";
import type { Loss } from "../written-schema.js";
import { mapSchemas } from "../schema/map-schemas.js";
import { describe, phraseKeyword } from "../schema/phrase-keyword.js";

/** Keywords without an equivalent in draft-07. */
const unknown = ["unevaluatedProperties", "unevaluatedItems", "minContains", "maxContains"];

/** Converts a schema from 2020-12 to draft-07; keywords it lacks go into the description. */
export function toDraft07(root: JsonSchemaObject, losses: Loss[]): JsonSchemaObject {
  const copy = mapSchemas(root, (schema, pointer) => {
    const lost = unknown
      .filter((keyword) => schema[keyword] !== undefined)
      .map((keyword) => ({ keyword, told: phraseKeyword(keyword, schema[keyword]) }));
    if (lost.length === 0) return schema;
    losses.push(...lost.map((loss) => ({ pointer, effect: "widened" as const, ...loss })));
    return {
      ...schema,
      description: describe(
        schema.description,
        lost.map(({ told }) => told),
      ),
    };
  });
  const { $schema: _, ...sent } = inDialect(copy, "draft-07");
  return sent;
}
