import type { JsonSchemaObject } from "@toolkiln/runtime";
import { isJsonObject } from "../model/json-object.js";

/** What a `$ref` of a bundled schema points at: the root or one of its definitions. */
export function localReference(root: JsonSchemaObject, reference: unknown): unknown {
  if (reference === "#") return root;
  if (typeof reference !== "string" || !reference.startsWith("#/$defs/")) return undefined;
  const definitions = root["$defs"];
  return isJsonObject(definitions) ? definitions[reference.slice("#/$defs/".length)] : undefined;
}
