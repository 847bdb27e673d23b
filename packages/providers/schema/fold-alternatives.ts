import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { sameJson, schemaEntries } from "./schema-node.js";

/**
 * Merges a base and its alternatives into one object schema that accepts all of them: it has all their properties,
 * required only if every alternative does.
 */
export function foldAlternatives(base: JsonSchemaObject, branches: readonly JsonSchema[]): JsonSchemaObject {
  const objects = branches.filter((branch) => typeof branch === "object");
  const properties = new Map(schemaEntries(base.properties));
  const own = new Set(properties.keys());
  for (const branch of objects) {
    for (const [name, schema] of schemaEntries(branch.properties)) {
      const known = properties.get(name);
      if (known === undefined) properties.set(name, schema);
      else if (!own.has(name) && !sameJson(known, schema)) properties.set(name, { anyOf: [known, schema] });
    }
  }
  const [first, ...others] = objects.map(({ required = [] }) => required);
  const shared = (first ?? []).filter((name) => others.every((names) => names.includes(name)));
  const required = [...new Set([...(base.required ?? []), ...shared])];
  return {
    ...base,
    type: "object",
    ...(properties.size > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required }),
  };
}
