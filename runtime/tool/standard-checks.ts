import { none } from "../result/none.js";
import { describeKind, providedValue } from "../validation/describe-value.js";
import { meetsAny, parameterNameOf, pointerTo, valueAt } from "../validation/json-pointer.js";
import { snapshot, unreadableInput } from "../validation/snapshot.js";
import { maxErrors, ToolValidationError } from "../validation/tool-validation-error.js";
import { ToolValidationWarning } from "../validation/tool-validation-warning.js";
import { invalidInput, whenReady, type ContractChecks } from "./contract.js";
import type { StandardIssue, StandardResult, StandardSchema } from "./standard-schema.js";
import type { InputCheck } from "./tool-contract.js";

/** The checks of a tool with a schema of another library. */
export function standardChecks(
  input: StandardSchema<unknown, unknown>,
  data: StandardSchema<unknown, unknown> | undefined,
  sensitive: readonly string[] | undefined,
): ContractChecks {
  const refuse = (error: unknown): InputCheck<unknown> => invalidInput(unreadableInput(error));
  return {
    input(copy) {
      const judge = (result: StandardResult<unknown>): InputCheck<unknown> =>
        result.issues === undefined
          ? { valid: true, params: result.value, warnings: none, input: copy }
          : invalidInput(...describeIssues(result.issues, copy, sensitive));
      try {
        const result = input["~standard"].validate(copy);
        return result instanceof Promise ? result.then(judge, refuse) : judge(result);
      } catch (error) {
        return refuse(error);
      }
    },
    parse: parseWhole,
    data: (value) =>
      data === undefined
        ? none
        : whenReady(data["~standard"].validate(value), ({ issues = none }) => describeIssues(issues, value)),
  };
}

/** Parses an input that is a JSON string as a whole; the schema's library may coerce nested strings. */
const parseWhole: ContractChecks["parse"] = (input, _schema, warnings) => {
  if (typeof input !== "string") return input;
  try {
    const parsed = snapshot(JSON.parse(input));
    warnings.push(ToolValidationWarning.coerced(""));
    return parsed;
  } catch {
    return input;
  }
};

/** Converts another library's issues; replaces messages that might contain sensitive values. */
function describeIssues(
  issues: readonly StandardIssue[],
  input: unknown,
  sensitive?: readonly string[],
): ToolValidationError[] {
  return issues.slice(0, maxErrors).map(({ path = [], message }) => {
    const names = path.map((part) => String(typeof part === "object" ? part.key : part));
    const pointer = names.reduce(pointerTo, "");
    const parameterName = parameterNameOf(pointer);
    const value = valueAt(input, pointer);
    if (value === undefined && pointer !== "") return ToolValidationError.required(parameterName);
    const isHidden = meetsAny(pointer, sensitive);
    return {
      parameterName,
      message: isHidden ? `not valid, got ${describeKind(value)}.` : message,
      errorCode: "invalid_value",
      ...(!isHidden && providedValue(value)),
    };
  });
}
