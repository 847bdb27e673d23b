import { toLlmContext, type ToolFailure } from "@toolkiln/runtime";

/** Why a call failed, in words that a model can act on: what is wrong with which parameter, one a line. */
export function failureText(failure: ToolFailure): string {
  const errors = failure.error.code === "ValidationFailed" ? validationErrors(failure) : [];
  if (errors.length === 0) return toLlmContext(failure);
  const lines = errors.map(({ parameterName, message }) => {
    const place = parameterName === "" || message.includes(parameterName) ? "" : `${parameterName}: `;
    return `  ${place}${message.replaceAll(/\s+/g, " ")}`;
  });
  const subject = errors.length === 1 ? "1 thing is" : `${errors.length} things are`;
  return [
    "Result: Failed",
    `Error: ${subject} wrong with the arguments.`,
    ...lines,
    "Error Code: ValidationFailed",
  ].join("\n");
}

interface NamedError {
  readonly parameterName: string;
  readonly message: string;
}

function validationErrors({ error: { details } }: ToolFailure): readonly NamedError[] {
  const errors: unknown =
    typeof details === "object" && details !== null ? Reflect.get(details, "errors") : [];
  return Array.isArray(errors) ? errors.filter(isNamedError) : [];
}

function isNamedError(value: unknown): value is NamedError {
  return (
    typeof value === "object" &&
    value !== null &&
    "parameterName" in value &&
    typeof value.parameterName === "string" &&
    "message" in value &&
    typeof value.message === "string"
  );
}
