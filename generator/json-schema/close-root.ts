import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { sameValueSchemas } from "./local-reference.js";

/**
 * The schema of a tool's parameters: an object, closed by default. Beside `allOf` and similar keywords it is closed with
 * `unevaluatedProperties`, because `additionalProperties` would reject their properties.
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
