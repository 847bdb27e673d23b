import { condenseSchemaErrors } from "./condense-schema-errors.js";
import { describeSchema, resolveRef } from "./describe-schema.js";
import { describeKind, describeValue, providedValue } from "./describe-value.js";
import { meetsAny, parameterNameOf, pointerTo, valueAt } from "./json-pointer.js";
import { nearestName } from "./nearest-name.js";
import type { SchemaError, SchemaValidator } from "./schema-validator.js";
import { maxErrors, ToolValidationError } from "./tool-validation-error.js";

export interface DescribedSchema {
  /** The violated schema; lets messages name what was expected. */
  readonly schema?: unknown;
  /** JSON pointers of parameters to mask. */
  readonly sensitive?: readonly string[] | undefined;
}

/** Turns Ajv's errors into errors that a model can act on; see `docs/validation.md`. */
export function describeSchemaErrors(
  errors: SchemaValidator["errors"],
  input: unknown,
  { schema, sensitive }: DescribedSchema = {},
): ToolValidationError[] {
  const described: ToolValidationError[] = [];
  const seen = new Set<string>();
  for (const error of condenseSchemaErrors(errors ?? [], schema)) {
    const isHidden = meetsAny(error.instancePath, sensitive);
    const text = describe(error, input, schema, isHidden);
    const key = JSON.stringify([text.parameterName, text.expectedDescription ?? text.message]);
    if (seen.has(key)) continue;
    seen.add(key);
    described.push(text);
    if (described.length === maxErrors) break;
  }
  return described;
}

function describe(
  error: SchemaError,
  input: unknown,
  schema: unknown,
  isHidden: boolean,
): ToolValidationError {
  const { keyword, params, instancePath, schemaPath } = error;
  const missing = params["missingProperty"];
  if (typeof missing === "string") {
    return ToolValidationError.required(parameterNameOf(pointerTo(instancePath, missing)));
  }
  const unknown = params["additionalProperty"] ?? params["unevaluatedProperty"];
  const parent = resolveRef(schema, schemaPath.slice(0, schemaPath.lastIndexOf("/")));
  if (typeof unknown === "string") return unknownParameter(instancePath, unknown, parent, isHidden);
  const expected = describeSchema(parent, schema);
  const value = valueAt(input, instancePath);
  const got = isHidden ? describeKind(value) : describeValue(value);
  const allowed = keyword === "enum" ? (params["allowedValues"] ?? valueAt(parent, "/enum")) : undefined;
  const requirement =
    expected === undefined || !describedKeywords.test(keyword)
      ? (error.message ?? `must match ${keyword}`)
      : `expected ${expected}`;
  return {
    parameterName: parameterNameOf(instancePath),
    message: `${requirement}, got ${got}.${isHidden ? "" : suggestion(value, allowed)}`,
    errorCode: errorCodes[keyword] ?? "invalid_value",
    ...(!isHidden && providedValue(value)),
    expectedDescription: expected ?? requirement,
  };
}

function unknownParameter(
  pointer: string,
  name: string,
  schema: unknown,
  isHidden: boolean,
): ToolValidationError {
  const known = Object.keys(valueAt(schema, "/properties") ?? {});
  const nearest = nearestName(name, known);
  const owner = pointer === "" ? "a parameter of this tool" : `a property of ${parameterNameOf(pointer)}`;
  const shown = name.length > 64 ? `${name.slice(0, 64)}…` : name;
  const isSecret = isHidden && pointer !== "";
  return {
    parameterName: isSecret ? parameterNameOf(pointer) : parameterNameOf(pointerTo(pointer, shown)),
    message: `${isSecret ? "A name" : `'${shown}'`} is not ${owner}.${nearest === undefined ? "" : ` Did you mean '${nearest}'?`}`,
    errorCode: "unknown_parameter",
  };
}

function suggestion(value: unknown, allowed: unknown): string {
  if (typeof value !== "string" || !Array.isArray(allowed)) return "";
  const nearest = nearestName(
    value,
    allowed.filter((candidate) => typeof candidate === "string"),
  );
  return nearest === undefined ? "" : ` Did you mean ${JSON.stringify(nearest)}?`;
}

/** Keywords that the description of their schema covers. */
const describedKeywords =
  /^(?:type|enum|const|anyOf|oneOf|pattern|format|multipleOf|m(?:in|ax)(?:imum|Length|Items)|exclusiveM\w+)$/;

const errorCodes: Readonly<Record<string, string>> = {
  type: "type_mismatch",
  enum: "invalid_enum",
  const: "invalid_enum",
  pattern: "pattern_mismatch",
  format: "pattern_mismatch",
  minimum: "out_of_range",
  maximum: "out_of_range",
  exclusiveMinimum: "out_of_range",
  exclusiveMaximum: "out_of_range",
};
