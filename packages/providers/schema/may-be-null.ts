import type { JsonSchema } from "@toolkiln/runtime";
import { declaredTypes, resolveReference, schemaList } from "./schema-node.js";

/** Whether a schema may accept null; true if unsure. */
export function mayBeNull(schema: JsonSchema, root: JsonSchema, seen: readonly string[] = []): boolean {
  if (typeof schema === "boolean") return schema;
  if (schema.const !== undefined && schema.const !== null) return false;
  if (schema.enum !== undefined && !schema.enum.includes(null)) return false;
  const types = declaredTypes(schema);
  if (types !== undefined && !types.includes("null")) return false;
  const inner = (child: JsonSchema): boolean => mayBeNull(child, root, seen);
  if (Array.isArray(schema["anyOf"]) && !schemaList(schema["anyOf"]).some(inner)) return false;
  if (Array.isArray(schema["oneOf"]) && !schemaList(schema["oneOf"]).some(inner)) return false;
  if (schemaList(schema["allOf"]).some((branch) => !inner(branch))) return false;
  const reference = String(schema["$ref"]);
  const target = seen.includes(reference) ? undefined : resolveReference(root, reference);
  return target === undefined || mayBeNull(target, root, [...seen, reference]);
}
