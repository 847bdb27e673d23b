import { presentFields } from "../result/present-fields.js";

/** Maximum number of errors in one result; more would hide the first. */
export const maxErrors = 20;

/** One reason why parameters are invalid. */
export interface ToolValidationError {
  /** The parameter's name, or its JSON pointer if nested; empty for the parameters as a whole. */
  readonly parameterName: string;
  /** What was expected and received, so that a model can correct it. */
  readonly message: string;
  readonly errorCode: string;
  /** The received value, unless sensitive, an object or an array. */
  readonly providedValue?: unknown;
  readonly expectedDescription?: string;
}

/** Makes validation errors. */
export const ToolValidationError = {
  required: (parameterName: string, noun = "parameter"): ToolValidationError =>
    make(parameterName, "required", `Required ${noun} '${parameterName}' is missing`),
  invalidValue: (parameterName: string, message: string, providedValue?: unknown): ToolValidationError =>
    make(parameterName, "invalid_value", message, providedValue),
  typeMismatch: (parameterName: string, expected: string, actual: string): ToolValidationError =>
    make(parameterName, "type_mismatch", `Expected ${expected} but got ${actual}`, undefined, expected),
  /** Missing limits are infinite. */
  outOfRange: (
    parameterName: string,
    value: unknown,
    minimum?: number | null,
    maximum?: number | null,
  ): ToolValidationError => {
    const range = `[${minimum ?? "-∞"}, ${maximum ?? "∞"}]`;
    return make(parameterName, "out_of_range", `Value ${String(value)} is out of range ${range}`, value);
  },
  patternMismatch: (parameterName: string, value: string, pattern: string): ToolValidationError => {
    const message = `Value does not match required pattern: ${pattern}`;
    return make(parameterName, "pattern_mismatch", message, value, pattern);
  },
  invalidEnum: (parameterName: string, value: unknown, allowed: readonly string[]): ToolValidationError => {
    const list = allowed.join(", ");
    return make(parameterName, "invalid_enum", `Invalid value. Allowed: ${list}`, value, list);
  },
  pathNotFound: (parameterName: string, path: string): ToolValidationError =>
    make(parameterName, "path_not_found", `Path does not exist: ${path}`, path),
  pathOutsideWorkspace: (parameterName: string, path: string): ToolValidationError =>
    make(parameterName, "path_outside_workspace", `Path is outside the workspace: ${path}`, path),
};

function make(
  parameterName: string,
  errorCode: string,
  message: string,
  providedValue?: unknown,
  expectedDescription?: string,
): ToolValidationError {
  return { parameterName, message, errorCode, ...presentFields({ providedValue, expectedDescription }) };
}
