import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { sameValueSchemas } from "./local-reference.js";

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
  const own = root.properties ?? {};
  return [...sameValueSchemas(root, root)].some(({ properties }) =>
    Object.keys(properties ?? {}).some((name) => !Object.hasOwn(own, name)),
  );
}
