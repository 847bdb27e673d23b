/** Errors that one answer carries at most; more would bury the first. */
export const maxErrors = 20;

/** One reason why parameters cannot be used. */
export interface ToolValidationError {
  /** The parameter's name, or its JSON pointer when it is nested; empty for the parameters as a whole. */
  readonly parameterName: string;
  /** Says what was expected and what came, so that a model can correct it. */
  readonly message: string;
  readonly errorCode: string;
  /** The value that came, unless it is sensitive, an object or an array. */
  readonly providedValue?: unknown;
  readonly expectedDescription?: string;
}

/** Makes validation errors. */
export const ToolValidationError = {
  /** A parameter that must be there is not. */
  required: (parameterName: string): ToolValidationError => ({
    parameterName,
    message: `Required parameter '${parameterName}' is missing`,
    errorCode: "required",
  }),
  /** The value cannot be used for the reason that the message gives. */
  invalidValue: (parameterName: string, message: string, providedValue?: unknown): ToolValidationError => ({
    parameterName,
    message,
    errorCode: "invalid_value",
    ...(providedValue !== undefined && { providedValue }),
  }),
  /** The value has another type. */
  typeMismatch: (parameterName: string, expectedType: string, actualType: string): ToolValidationError => ({
    parameterName,
    message: `Expected ${expectedType} but got ${actualType}`,
    errorCode: "type_mismatch",
    expectedDescription: expectedType,
  }),
  /** The value lies outside its limits; a limit that is not given is infinite. */
  outOfRange: (
    parameterName: string,
    value: unknown,
    minimum?: number | null,
    maximum?: number | null,
  ): ToolValidationError => ({
    parameterName,
    message: `Value ${String(value)} is out of range [${minimum ?? "∞"}, ${maximum ?? "∞"}]`,
    errorCode: "out_of_range",
    providedValue: value,
  }),
  /** The text does not match its pattern. */
  patternMismatch: (parameterName: string, value: string, pattern: string): ToolValidationError => ({
    parameterName,
    message: `Value does not match required pattern: ${pattern}`,
    errorCode: "pattern_mismatch",
    providedValue: value,
    expectedDescription: pattern,
  }),
  /** The value is none of those that are allowed. */
  invalidEnum: (
    parameterName: string,
    value: unknown,
    allowedValues: readonly string[],
  ): ToolValidationError => ({
    parameterName,
    message: `Invalid value. Allowed: ${allowedValues.join(", ")}`,
    errorCode: "invalid_enum",
    providedValue: value,
    expectedDescription: allowedValues.join(", "),
  }),
  /** There is nothing at that path. */
  pathNotFound: (parameterName: string, path: string): ToolValidationError => ({
    parameterName,
    message: `Path does not exist: ${path}`,
    errorCode: "path_not_found",
    providedValue: path,
  }),
  /** The path leads out of the workspace. */
  pathOutsideWorkspace: (parameterName: string, path: string): ToolValidationError => ({
    parameterName,
    message: `Path is outside the workspace: ${path}`,
    errorCode: "path_outside_workspace",
    providedValue: path,
  }),
};
