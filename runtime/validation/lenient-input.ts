import type { JsonSchemaObject } from "../tool/json-schema.js";
import { resolveRef } from "./describe-schema.js";
import { parameterNameOf, pointerTo } from "./json-pointer.js";
import { snapshot } from "./snapshot.js";
import { ToolValidationWarning } from "./tool-validation-warning.js";
import { isObject, isRecord, ownValue } from "./value-type.js";

const maxDepth = 8;

/**
 * Parses strings of a copied input where the schema expects another type and the string is JSON of that type; warns
 * of each. Returns the input, or the parsed value if the input is such a string.
 */
export function parseStrings(input: unknown, root: unknown, warnings: ToolValidationWarning[]): unknown {
  /** A schema with its subschemas and alternatives for the same value. */
  const partsOf = (schema: unknown, depth = 0): JsonSchemaObject[] => {
    if (!isRecord(schema) || depth > maxDepth) return [];
    const { $ref, allOf, anyOf, oneOf } = schema;
    const target = typeof $ref === "string" ? resolveRef(root, $ref) : undefined;
    const parts = [target, allOf, anyOf, oneOf].flat();
    return [schema, ...parts.flatMap((part) => partsOf(part, depth + 1))];
  };
  const visit = (sent: unknown, schemas: readonly JsonSchemaObject[], pointer: string): unknown => {
    const value = parseAs(sent, schemas);
    if (value !== sent) warnings.push(ToolValidationWarning.coerced(parameterNameOf(pointer)));
    if (!isObject(value)) return value;
    for (const [name, child] of Object.entries(value)) {
      const inner = schemas.flatMap(({ properties = {}, additionalProperties, items }) =>
        partsOf(Array.isArray(value) ? items : (ownValue(properties, name) ?? additionalProperties)),
      );
      if (inner.length > 0) Reflect.set(value, name, visit(child, inner, pointerTo(pointer, name)));
    }
    return value;
  };
  return visit(input, partsOf(root), "");
}

/** The value of a JSON string, if the schemas allow its type but no strings; otherwise the value itself. */
function parseAs(value: unknown, schemas: readonly JsonSchemaObject[]): unknown {
  const types = schemas.flatMap(({ type = [] }) => type) as readonly unknown[];
  if (typeof value !== "string" || types.includes("string")) return value;
  try {
    const parsed = snapshot(JSON.parse(value));
    const type = parsed === null ? "null" : Array.isArray(parsed) ? "array" : typeof parsed;
    return types.includes(type) || (Number.isInteger(parsed) && types.includes("integer")) ? parsed : value;
  } catch {
    return value;
  }
}
