import { none } from "../result/none.js";
import { partsOf, valueAlong } from "../validation/json-pointer.js";
import type { SchemaValidator } from "../validation/schema-validator.js";
import { ToolValidationError } from "../validation/tool-validation-error.js";
import { ToolValidationWarning } from "../validation/tool-validation-warning.js";
import { isRecord } from "../validation/value-type.js";
import type { InputAdjustments } from "./contract.js";
import type { InjectedParameter, ToolSpec } from "./tool-spec.js";

/** The adjustments that a tool needs, if any; `validator` returns the one of the injected values, once loaded. */
export function adjustmentsOf(
  { renamedParameters = {}, inject = none, inputSchema }: ToolSpec,
  validator: () => SchemaValidator | undefined,
): InputAdjustments | undefined {
  const renamed = Object.entries(renamedParameters);
  const deprecated = Object.entries(inputSchema.properties ?? {}).flatMap(([name, property]) => {
    if (typeof property !== "object" || property["deprecated"] !== true) return [];
    const alternative = property["x-use-instead"];
    return [[name, typeof alternative === "string" ? alternative : undefined] as const];
  });
  if (renamed.length + inject.length + deprecated.length === 0) return undefined;
  return {
    adjust(input, warnings) {
      if (!isRecord(input)) return none;
      const errors = renamed.flatMap((names) => rename(input, names, warnings));
      for (const [name, alternative] of deprecated) {
        if (Object.hasOwn(input, name)) warnings.push(ToolValidationWarning.deprecated(name, alternative));
      }
      const sent = inject.filter(({ parameter }) => Object.hasOwn(input, parameter));
      return [...errors, ...sent.map(unknownParameter)];
    },
    inject: (params, supplied) =>
      isRecord(params) ? injectInto(params, inject, supplied, validator()) : none,
  };
}

function rename(
  input: Record<string, unknown>,
  [oldName, newName]: readonly [string, string],
  warnings: ToolValidationWarning[],
): ToolValidationError[] {
  if (!Object.hasOwn(input, oldName)) return [];
  if (Object.hasOwn(input, newName)) {
    const message = `'${oldName}' is the old name of '${newName}', which was sent as well. Send only '${newName}'.`;
    return [ToolValidationError.invalidValue(oldName, message)];
  }
  input[newName] = input[oldName];
  delete input[oldName];
  warnings.push(ToolValidationWarning.deprecated(oldName, newName));
  return [];
}

function unknownParameter({ parameter }: InjectedParameter): ToolValidationError {
  const message = `'${parameter}' is not a parameter of this tool.`;
  return { parameterName: parameter, message, errorCode: "unknown_parameter" };
}

function injectInto(
  params: Record<string, unknown>,
  wanted: readonly InjectedParameter[],
  supplied: object | undefined,
  validate: SchemaValidator | undefined,
): readonly ToolValidationError[] {
  const errors: ToolValidationError[] = [];
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
  const message = `The application supplied an invalid value for '${[key, ...inside].join("/")}': it ${error?.message ?? "does not fit"}.`;
  return [{ parameterName, message, errorCode: "invalid_injection" }];
}
