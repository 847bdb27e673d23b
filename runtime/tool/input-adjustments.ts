import { partsOf, valueAlong } from "../validation/json-pointer.js";
import type { SchemaValidator } from "../validation/schema-validator.js";
import { ToolValidationError } from "../validation/tool-validation-error.js";
import { ToolValidationWarning } from "../validation/tool-validation-warning.js";
import { isRecord, isString } from "../validation/value-type.js";
import type { InjectedParameter, ToolSpec } from "./tool-spec.js";

/** Changes to an input besides validation. */
export interface InputAdjustments {
  readonly renamed: readonly (readonly [oldName: string, newName: string])[];
  readonly deprecated: readonly (readonly [name: string, alternative: string | undefined])[];
  readonly injected: readonly InjectedParameter[];
}

/** The adjustments of a tool; undefined for the many tools without any, so that their calls have no overhead. */
export function adjustmentsOf(spec: ToolSpec): InputAdjustments | undefined {
  const renamed = Object.entries(spec.renamedParameters ?? {});
  const injected = spec.inject ?? [];
  const deprecated = Object.entries(spec.inputSchema.properties ?? {}).flatMap(([name, property]) => {
    if (typeof property !== "object" || property["deprecated"] !== true) return [];
    const alternative = property["x-use-instead"];
    return [[name, isString(alternative) ? alternative : undefined] as const];
  });
  const count = renamed.length + injected.length + deprecated.length;
  return count === 0 ? undefined : { renamed, injected, deprecated };
}

/** Renames old parameters, warns of deprecated ones and rejects those that only the application may set. */
export function adjustInput(
  input: unknown,
  { renamed, deprecated, injected }: InputAdjustments,
  warnings: ToolValidationWarning[],
): ToolValidationError[] {
  if (!isRecord(input)) return [];
  const errors: ToolValidationError[] = [];
  for (const [oldName, newName] of renamed) {
    if (!Object.hasOwn(input, oldName)) continue;
    if (Object.hasOwn(input, newName)) {
      const message = `'${oldName}' is the old name of '${newName}', which was sent as well. Send only '${newName}'.`;
      errors.push(ToolValidationError.invalidValue(oldName, message));
      continue;
    }
    input[newName] = input[oldName];
    delete input[oldName];
    warnings.push(ToolValidationWarning.deprecated(oldName, newName));
  }
  for (const [name, alternative] of deprecated) {
    if (Object.hasOwn(input, name)) warnings.push(ToolValidationWarning.deprecated(name, alternative));
  }
  for (const { parameter } of injected) {
    if (!Object.hasOwn(input, parameter)) continue;
    const message = `'${parameter}' is not a parameter of this tool.`;
    errors.push({ parameterName: parameter, message, errorCode: "unknown_parameter" });
  }
  return errors;
}

/** Adds injected values to validated parameters. Returns errors for missing or invalid ones. */
export function injectInto(
  params: unknown,
  wanted: readonly InjectedParameter[],
  supplied: object | undefined,
  validate: SchemaValidator | undefined,
): ToolValidationError[] {
  const errors: ToolValidationError[] = [];
  if (!isRecord(params)) return errors;
  for (const { parameter, key, optional } of wanted) {
    const value = valueAlong(supplied, [key]);
    if (value !== undefined) params[parameter] = value;
    else if (optional !== true) {
      const message = `The application did not supply '${key}' for this parameter.`;
      errors.push({ parameterName: parameter, message, errorCode: "required" });
    }
  }
  if (errors.length > 0 || validate === undefined || validate(params)) return errors;
  const [error] = validate.errors ?? [];
  const [parameterName = "", ...inside] = partsOf(error?.instancePath ?? "");
  const key = wanted.find(({ parameter }) => parameter === parameterName)?.key ?? parameterName;
  // The value is the application's: never show it to a model or a log.
  const message = `The application supplied an invalid value for '${[key, ...inside].join("/")}': it ${error?.message ?? "does not match its schema"}.`;
  return [{ parameterName, message, errorCode: "invalid_injection" }];
}
