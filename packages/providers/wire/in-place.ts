import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { isSchema, resolveReference, schemaEntries, schemaList } from "../schema/schema-node.js";

/** The schemas and all subschemas for the same value: references, branches and conditions. */
export function inPlaceSchemas(
  schemas: readonly unknown[],
  root: JsonSchemaObject,
): readonly JsonSchemaObject[] {
  const found = new Set<JsonSchemaObject>();
  const open = [...schemas];
  while (open.length > 0) {
    const schema = open.pop();
    if (!isSchema(schema) || typeof schema === "boolean" || found.has(schema)) continue;
    found.add(schema);
    open.push(resolveReference(root, schema["$ref"]));
    for (const keyword of ["allOf", "anyOf", "oneOf"]) open.push(...schemaList(schema[keyword]));
    open.push(schema["if"], schema["then"], schema["else"]);
    open.push(...schemaEntries(schema["dependentSchemas"]).map(([, inner]) => inner));
  }
  return [...found];
}

/** The schema of a property declared in `properties`. */
export function propertyOf({ properties }: JsonSchemaObject, name: string): JsonSchema | undefined {
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
}
