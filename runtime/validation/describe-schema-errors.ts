import { describeSchema, resolveRef } from "./describe-schema.js";
import { describeType, describeValue, providedValue } from "./describe-value.js";
import { overlapsAny, parameterNameOf, pointerTo, valueAt } from "./json-pointer.js";
import { nearestName } from "./nearest-name.js";
import type { SchemaError, SchemaValidator } from "./schema-validator.js";
import type { ToolSpec } from "../tool/tool-spec.js";
import { isString } from "./value-type.js";
import { maxErrors, ToolValidationError } from "./tool-validation-error.js";

interface Options {
  readonly schema?: unknown;
  readonly sensitive?: ToolSpec["sensitive"] | undefined;
  /** What the properties of `input` are called: `property` for a result. @default "parameter" */
  readonly noun?: "parameter" | "property";
}

/** Turns Ajv's errors into errors that a model can act on, without sensitive values; see `docs/validation.md`. */
export function describeSchemaErrors(
  errors: SchemaValidator["errors"],
  input: unknown,
  { schema, sensitive, noun = "parameter" }: Options = {},
): ToolValidationError[] {
  const described: ToolValidationError[] = [];
  const seen = new Set<string>();
  for (const error of condenseSchemaErrors(errors ?? [], schema)) {
    const isHidden = overlapsAny(error.instancePath, sensitive);
    const text = describe(error, input, schema, isHidden, noun);
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
  noun: string,
): ToolValidationError {
  const { keyword, params, instancePath, schemaPath } = error;
  const missing = params["missingProperty"];
  if (typeof missing === "string")
    return ToolValidationError.required(parameterNameOf(pointerTo(instancePath, missing)), noun);
  const unknown = params["additionalProperty"] ?? params["unevaluatedProperty"];
  const parent = resolveRef(schema, schemaPath.slice(0, schemaPath.lastIndexOf("/")));
  if (typeof unknown === "string") return unknownParameter(instancePath, unknown, parent, isHidden, noun);
  const expected = describeSchema(parent, schema);
  const value = valueAt(input, instancePath);
  const got = isHidden ? describeType(value) : describeValue(value);
  const allowed = keyword === "enum" ? (params["allowedValues"] ?? valueAt(parent, "/enum")) : undefined;
  const isDescribed = expected !== undefined && describedKeywords.test(keyword);
  const one = matchesSeveral(error) ? "exactly one of: " : "";
  const requirement = isDescribed ? `expected ${one}${expected}` : (error.message ?? `must match ${keyword}`);
  return {
    parameterName: parameterNameOf(instancePath),
    message: `${requirement}, got ${got}.${isHidden ? "" : suggestion(value, allowed)}`,
    errorCode: errorCodes[keyword] ?? (/m(?:in|ax)imum$/i.test(keyword) ? "out_of_range" : "invalid_value"),
    ...(!isHidden && providedValue(value)),
    expectedDescription: expected ?? requirement,
  };
}

function unknownParameter(
  pointer: string,
  name: string,
  schema: unknown,
  isHidden: boolean,
  noun: string,
): ToolValidationError {
  const known = Object.keys(valueAt(schema, "/properties") ?? {});
  const nearest = nearestName(name, known);
  const whole = noun === "parameter" ? "a parameter of this tool" : "a property of the result";
  const owner = pointer === "" ? whole : `a property of ${parameterNameOf(pointer)}`;
  const shown = name.length > 64 ? `${name.slice(0, 64)}…` : name;
  const isSecret = isHidden && pointer !== "";
  return {
    parameterName: isSecret ? parameterNameOf(pointer) : parameterNameOf(pointerTo(pointer, shown)),
    message: `${isSecret ? "A key" : `'${shown}'`} is not ${owner}.${nearest === undefined ? "" : ` Did you mean '${nearest}'?`}`,
    errorCode: "unknown_parameter",
  };
}

function suggestion(value: unknown, allowed: unknown): string {
  if (typeof value !== "string" || !Array.isArray(allowed)) return "";
  const nearest = nearestName(value, allowed.filter(isString));
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
};

/** Maximum number of errors to process; Ajv may report thousands, readers get twenty. */
const maxConsidered = 400;

/**
 * Reduces errors to one per mistake: Ajv reports every branch of `anyOf`, `oneOf` and `if` as well as the keyword. If
 * exactly one branch is of the right kind, its errors are kept; otherwise, only the error of the keyword.
 */
function condenseSchemaErrors(errors: readonly SchemaError[], schema: unknown): SchemaError[] {
  let kept = errors.slice(0, maxConsidered);
  for (const error of kept.filter(({ keyword }) => /^(?:any|one)Of$/.test(keyword))) {
    if (!kept.includes(error)) continue;
    const branches = branchErrors(error, kept, schema);
    const isFitting = (branch: readonly SchemaError[]): boolean =>
      branch.length > 0 && !matchesSeveral(error) && !branch.some((it) => isOfOtherKind(it, error));
    const [closest = [error], ...others] = branches.filter(isFitting);
    const chosen = new Set(others.length === 0 ? closest : [error]);
    const dropped = new Set([error, ...branches.flat()].filter((candidate) => !chosen.has(candidate)));
    kept = kept.filter((candidate) => !dropped.has(candidate));
  }
  return kept.filter((error) => error.keyword !== "if" || kept.length === 1);
}

/** Whether a value matches more than one branch of `oneOf`. */
const matchesSeveral = ({ params }: SchemaError): boolean => Array.isArray(params["passingSchemas"]);

/** The errors of each branch. For a reference, errors have the path of the referenced schema. */
function branchErrors(
  alternative: SchemaError,
  errors: readonly SchemaError[],
  schema: unknown,
): readonly SchemaError[][] {
  const path = alternative.schemaPath;
  const below = errors.filter(({ instancePath }) =>
    `${instancePath}/`.startsWith(`${alternative.instancePath}/`),
  );
  const branches = resolveRef(schema, path);
  return (Array.isArray(branches) ? branches : []).map((branch: unknown, index) => {
    const reference = valueAt(branch, "/$ref");
    const places = [`${path}/${index}/`, ...(typeof reference === "string" ? [`${reference}/`] : [])];
    return below.filter(({ schemaPath }) => places.some((place) => schemaPath.startsWith(place)));
  });
}

/** Whether an error shows that another branch was meant: wrong type, or wrong discriminator. */
function isOfOtherKind(error: SchemaError, alternative: SchemaError): boolean {
  const isValueItself = error.instancePath === alternative.instancePath;
  const isMember = error.instancePath.lastIndexOf("/") === alternative.instancePath.length;
  if (isValueItself) return /^(?:type|const|enum)$/.test(error.keyword);
  return isMember && /^(?:const|enum)$/.test(error.keyword);
}
