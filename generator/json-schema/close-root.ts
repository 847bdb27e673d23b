import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { isJsonObject } from "../values/json-object.js";
import { localReference } from "./local-reference.js";
import { inPlaceKeywords, subschemas } from "./walk-schema.js";

/**
 * A tool's parameters: an object, and a closed one unless its schema says otherwise. Beside `allOf` and the like
 * `additionalProperties` would refuse what these name, so there the schema is closed with `unevaluatedProperties`.
 */
export function closeRoot(schema: JsonSchema): JsonSchemaObject {
  if (typeof schema === "boolean") return { type: "object", additionalProperties: schema };
  const { additionalProperties, unevaluatedProperties } = schema;
  if (additionalProperties !== undefined || unevaluatedProperties !== undefined)
    return { type: "object", ...schema };
  return namesPropertiesElsewhere(schema)
    ? { type: "object", ...schema, unevaluatedProperties: false }
    : { type: "object", additionalProperties: false, ...schema };
}

function namesPropertiesElsewhere(root: JsonSchemaObject): boolean {
  const seen = new Set<unknown>();
  const waiting: unknown[] = [root];
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    if (!isJsonObject(schema) || seen.has(schema)) continue;
    seen.add(schema);
    if (schema !== root && namesOthers(schema["properties"], root)) return true;
    waiting.push(localReference(root, schema["$ref"]) ?? true);
    for (const inner of subschemas(schema))
      if (inPlaceKeywords.has(inner.keyword)) waiting.push(inner.schema);
  }
  return false;
}

function namesOthers(properties: unknown, root: JsonSchemaObject): boolean {
  return (
    isJsonObject(properties) &&
    Object.keys(properties).some((name) => !Object.hasOwn(root.properties ?? {}, name))
  );
}
