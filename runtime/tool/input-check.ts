import { partsOf } from "../validation/json-pointer.js";
import { UnreadableInputError } from "../validation/snapshot.js";
import type { ToolValidationError } from "../validation/tool-validation-error.js";
import type { StandardResult } from "./standard-schema.js";
import type { InputCheck } from "./tool-contract.js";

/** An input that cannot be used. */
export function invalidInput(errors: readonly ToolValidationError[]): InputCheck<never> {
  return { valid: false, errors };
}

/** An input that could not even be copied. A getter's own words are not passed on. */
export function unreadableInput(error: unknown): InputCheck<never> {
  const message = error instanceof UnreadableInputError ? error.message : "The input could not be read.";
  return invalidInput([{ parameterName: "", message, errorCode: "unreadable_input" }]);
}

/** The outcome of a check in the words of Standard Schema. */
export function toStandardResult<Output>(checked: InputCheck<Output>): StandardResult<Output> {
  if (checked.valid) return { value: checked.params };
  return {
    issues: checked.errors.map(({ message, parameterName }) => ({
      message,
      path: parameterName.startsWith("/")
        ? partsOf(parameterName)
        : parameterName === ""
          ? []
          : [parameterName],
    })),
  };
}
