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
  const visit = (sent: unknown, schemas: readonly JsonSchemaObject[], pointer: string): unknown => {
    const value = parseAs(sent, schemas);
    if (value !== sent) warnings.push(ToolValidationWarning.coerced(parameterNameOf(pointer)));
    if (!isObject(value) || schemas.length === 0) return value;
    for (const [name, child] of Object.entries(value)) {
      const inner = schemas.flatMap((schema) => partsOf(childSchema(schema, name, value), root));
      Reflect.set(value, name, visit(child, inner, pointerTo(pointer, name)));
    }
    return value;
  };
  return visit(input, partsOf(root, root), "");
}

/** A schema with its subschemas and alternatives for the same value. */
function partsOf(schema: unknown, root: unknown, depth = 0): JsonSchemaObject[] {
  if (!isRecord(schema) || depth > maxDepth) return [];
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema;
  const target = typeof $ref === "string" ? resolveRef(root, $ref) : undefined;
  const parts = [target, allOf, anyOf, oneOf].flat();
  return [schema, ...parts.flatMap((part) => partsOf(part, root, depth + 1))];
}

function childSchema(schema: JsonSchemaObject, name: string, parent: object): unknown {
  const { properties = {}, additionalProperties, items } = schema;
  return Array.isArray(parent) ? items : (ownValue(properties, name) ?? additionalProperties);
}

/** The value of a JSON string, if the schemas allow its type but no strings; otherwise the value itself. */
function parseAs(value: unknown, schemas: readonly JsonSchemaObject[]): unknown {
  const types = new Set<unknown>(schemas.flatMap(({ type = [] }) => type));
  if (typeof value !== "string" || types.has("string") || types.size === 0) return value;
  try {
    const parsed = snapshot(JSON.parse(value));
    const type = parsed === null ? "null" : Array.isArray(parsed) ? "array" : typeof parsed;
    return types.has(type) || (Number.isInteger(parsed) && types.has("integer")) ? parsed : value;
  } catch {
    return value;
  }
}
