import type { JsonSchemaObject } from "../tool/json-schema.js";
import { resolveRef } from "./describe-schema.js";
import { parameterNameOf, pointerTo } from "./json-pointer.js";
import { ownValue } from "./own-value.js";
import { snapshot } from "./snapshot.js";
import { ToolValidationWarning } from "./tool-validation-warning.js";
import { isObject, isRecord } from "./value-type.js";

/** Maximum depth of references and alternatives. */
const maxDepth = 8;

/**
 * Parses strings of a copied input where the schema expects another type and the string is JSON of that type; warns
 * of each. Returns the input, or the parsed value if the input is such a string.
 */
export function parseStrings(input: unknown, root: unknown, warnings: ToolValidationWarning[]): unknown {
  const whole = { input };
  const waiting = [{ parent: whole as object, name: "input", pointer: "", schemas: partsOf(root, root) }];
  for (const { parent, name, pointer, schemas } of waiting) {
    let value: unknown = Reflect.get(parent, name);
    const parsed = typeof value === "string" ? parse(value) : undefined;
    if (parsed !== undefined && isOfType(parsed, schemas)) {
      Reflect.set(parent, name, (value = parsed));
      warnings.push(ToolValidationWarning.coerced(parameterNameOf(pointer)));
    }
    if (!isObject(value) || schemas.length === 0) continue;
    for (const child of Object.keys(value)) {
      const inner = schemas.flatMap((schema) => partsOf(childSchema(schema, child, value), root));
      waiting.push({ parent: value, name: child, pointer: pointerTo(pointer, child), schemas: inner });
    }
  }
  return whole.input;
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

/** Undefined for invalid JSON or JSON over the input limits. */
function parse(text: string): unknown {
  try {
    return snapshot(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Whether a value has a type of the schemas; false if they allow strings. */
function isOfType(value: unknown, schemas: readonly JsonSchemaObject[]): boolean {
  const types = new Set<unknown>(schemas.flatMap(({ type = [] }) => type));
  const type = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  if (types.has("string")) return false;
  return types.has(type) || (Number.isInteger(value) && types.has("integer"));
}
