import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { isSchema, isSchemaObject } from "./schema-values.js";

/** What a `$ref` of a bundled schema points at: the root or one of its definitions. */
export function localReference(root: JsonSchemaObject, reference: unknown): JsonSchema | undefined {
  if (reference === "#") return root;
  if (typeof reference !== "string" || !reference.startsWith("#/$defs/")) return undefined;
  const definitions = root["$defs"];
  const target = isSchemaObject(definitions) ? definitions[reference.slice("#/$defs/".length)] : undefined;
  return isSchema(target) ? target : undefined;
}
