import type { SchemaError } from "./schema-validator.js";
import type { ToolValidationError } from "./tool-validation-error.js";

/** Errors that one answer carries at most; more would bury the first. */
const maxErrors = 20;

/** Turns Ajv's errors into errors that a model can act on. */
export function describeSchemaErrors(errors: readonly SchemaError[], input: unknown): ToolValidationError[] {
  return errors.slice(0, maxErrors).map((error) => describe(error, input));
}

function describe(error: SchemaError, input: unknown): ToolValidationError {
  const { keyword, params, instancePath } = error;
  if (keyword === "required") {
    const name = String(params["missingProperty"]);
    const parameterName = parameterAt(`${instancePath}/${name}`);
    return { parameterName, message: `Required parameter '${name}' is missing`, errorCode: "required" };
  }
  if (keyword === "additionalProperties") {
    const name = String(params["additionalProperty"]);
    return {
      parameterName: parameterAt(`${instancePath}/${name}`),
      message: `'${name}' is not a parameter of this tool`,
      errorCode: "unknown_parameter",
    };
  }
  const providedValue = valueAt(input, instancePath);
  const expected = error.message ?? `match ${keyword}`;
  return {
    parameterName: parameterAt(instancePath),
    message: `${expected.charAt(0).toUpperCase()}${expected.slice(1)}, got ${brief(providedValue)}`,
    errorCode: errorCodes[keyword] ?? "invalid_value",
    providedValue,
    expectedDescription: expected,
  };
}

const errorCodes: Readonly<Record<string, string>> = {
  type: "type_mismatch",
  enum: "invalid_enum",
  const: "invalid_enum",
  pattern: "pattern_mismatch",
  minimum: "out_of_range",
  maximum: "out_of_range",
  exclusiveMinimum: "out_of_range",
  exclusiveMaximum: "out_of_range",
};

/** Top-level parameters go by their name, nested ones by their JSON pointer. */
function parameterAt(pointer: string): string {
  const parts = pointer.split("/").slice(1);
  return parts.length === 1 ? unescape(parts[0] ?? "") : pointer;
}

function valueAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const part of pointer.split("/").slice(1)) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Reflect.get(value, unescape(part));
  }
  return value;
}

function unescape(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}

function brief(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
