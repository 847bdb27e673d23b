import { none } from "../result/none.js";
import { describeKind, providedValue } from "../validation/describe-value.js";
import { meetsAny, parameterNameOf, pointerTo, valueAt } from "../validation/json-pointer.js";
import { snapshot, unreadableInput } from "../validation/snapshot.js";
import { maxErrors, ToolValidationError } from "../validation/tool-validation-error.js";
import { ToolValidationWarning } from "../validation/tool-validation-warning.js";
import { invalidInput, type ContractChecks } from "./contract.js";
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
    input(copy, _injected, options) {
      // Nested strings are left to the coercion of the schema's library.
      const isParsed = options?.lenient === true && typeof copy === "string";
      const warnings = isParsed ? [ToolValidationWarning.coerced("")] : none;
      try {
        const value = isParsed ? snapshot(JSON.parse(copy)) : copy;
        const judge = (result: StandardResult<unknown>): InputCheck<unknown> =>
          result.issues === undefined
            ? { valid: true, params: result.value, warnings, input: value }
            : invalidInput(...describeIssues(result.issues, value, sensitive));
        const result = input["~standard"].validate(value);
        return result instanceof Promise ? result.then(judge, refuse) : judge(result);
      } catch (error) {
        return refuse(error);
      }
    },
    data(value) {
      const judge = ({ issues = none }: StandardResult<unknown>) => describeIssues(issues, value);
      const result = data?.["~standard"].validate(value) ?? { value };
      return result instanceof Promise ? result.then(judge) : judge(result);
    },
    rules: () => none,
  };
}

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
