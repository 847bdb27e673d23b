import { resolveRef } from "./describe-schema.js";
import { parameterNameOf, partsOf, valueAt } from "./json-pointer.js";
import type { SchemaError, SchemaValidator } from "./schema-validator.js";
import { snapshot } from "./snapshot.js";
import { ToolValidationWarning } from "./tool-validation-warning.js";
import { isObject } from "./value-type.js";

/** A place where a value of another type was expected. */
export interface CoercionPlace {
  readonly pointer: string;
  /** The types that would do; any but a string when absent. */
  readonly types?: readonly string[];
}

/** How often strings inside of parsed strings are looked for. */
export const maxCoercionRounds = 4;

/** Parses strings where a failed validation wanted another type, until it succeeds or nothing is left to parse. */
export function validateLeniently(
  validate: SchemaValidator,
  schema: unknown,
  input: unknown,
  warnings: ToolValidationWarning[],
): [isValid: boolean, input: unknown] {
  let root = input;
  for (let round = 0; round < maxCoercionRounds; round++) {
    const found = warnings.length;
    root = parseStrings(root, placesOfTypeErrors(validate.errors ?? [], schema), warnings);
    if (warnings.length === found) break;
    if (validate(root)) return [true, root];
  }
  return [false, root];
}

/** The places where another type was wanted. */
function placesOfTypeErrors(errors: readonly SchemaError[], schema: unknown): CoercionPlace[] {
  return errors.flatMap(({ keyword, params, instancePath, schemaPath }) => {
    if (keyword !== "type") return [];
    const type = params["type"] ?? resolveRef(schema, schemaPath);
    return [{ pointer: instancePath, types: Array.isArray(type) ? type.map(String) : [String(type)] }];
  });
}

/**
 * Parses the strings at some places of a copied input when what they hold is of the wanted type, and notes each.
 * Returns the input, which is another value when it was itself such a string.
 */
export function parseStrings(
  input: unknown,
  places: readonly CoercionPlace[],
  warnings: ToolValidationWarning[],
): unknown {
  let root = input;
  for (const { pointer, types } of places) {
    const text = valueAt(root, pointer);
    const parsed = typeof text === "string" ? parse(text) : undefined;
    if (parsed === undefined || !isOfType(parsed, types)) continue;
    warnings.push(ToolValidationWarning.coerced(parameterNameOf(pointer)));
    if (pointer === "") root = parsed;
    else {
      const parent = valueAt(root, pointer.slice(0, pointer.lastIndexOf("/")));
      if (isObject(parent)) Reflect.set(parent, partsOf(pointer).at(-1) ?? "", parsed);
    }
  }
  return root;
}

/** Undefined for what is no JSON or breaks the limits of an input. */
function parse(text: string): unknown {
  try {
    return snapshot(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function isOfType(value: unknown, types: readonly string[] | undefined): boolean {
  if (types === undefined) return typeof value !== "string";
  const type = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  return types.includes(type) || (Number.isInteger(value) && types.includes("integer"));
}
