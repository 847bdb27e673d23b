import type { JsonSchemaObject } from "@toolkiln/runtime";
import { inDialect } from "@toolkiln/runtime/json";
import type { Loss } from "../loss.js";
import { phraseKeyword } from "../schema/phrase-keyword.js";
import { visitSchemas } from "../schema/visit-schemas.js";

/** Keywords that draft-07 does not have and cannot express by others. */
const unknown = ["unevaluatedProperties", "unevaluatedItems", "minContains", "maxContains"];

/** Rewrites a schema of 2020-12 in draft-07; what draft-07 cannot express goes into the description. */
export function toDraft07(root: JsonSchemaObject, losses: Loss[]): JsonSchemaObject {
  const copy = structuredClone(root);
  visitSchemas(copy, (schema, pointer) => {
    const keywords = unknown.filter((keyword) => schema[keyword] !== undefined);
    if (keywords.length === 0) return;
    const told = keywords.map((keyword) => phraseKeyword(keyword, schema[keyword]));
    keywords.forEach((keyword, index) =>
      losses.push({ pointer, keyword, effect: "widened", told: told[index] ?? "" }),
    );
    const words = [schema.description, `(${told.join("; ")})`].filter((text) => typeof text === "string");
    Object.assign(schema, { description: words.join(" ") });
  });
  const { $schema: _, ...sent } = inDialect(copy, "draft-07");
  return sent;
}
