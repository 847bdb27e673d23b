import { none } from "../result/none.js";
import { ToolValidationError } from "./tool-validation-error.js";
import type { ToolValidationWarning } from "./tool-validation-warning.js";

/** Whether parameters can be used, why not, and what is worth knowing. */
export interface ToolValidationResult {
  readonly isValid: boolean;
  readonly errors: readonly ToolValidationError[];
  readonly warnings: readonly ToolValidationWarning[];
  /** The errors as lines of text; empty when there are none. */
  getErrorMessage(): string;
}

class ValidationResult implements ToolValidationResult {
  readonly isValid: boolean;
  readonly errors: readonly ToolValidationError[];
  readonly warnings: readonly ToolValidationWarning[];

  constructor(
    isValid: boolean,
    errors: readonly ToolValidationError[],
    warnings: readonly ToolValidationWarning[],
  ) {
    this.isValid = isValid;
    this.errors = errors;
    this.warnings = warnings;
    Object.freeze(this);
  }

  getErrorMessage(): string {
    if (this.isValid) return "";
    return this.errors.map(({ parameterName, message }) => `- ${parameterName}: ${message}`).join("\n");
  }
}

const valid: ToolValidationResult = new ValidationResult(true, none, none);

/** Makes validation results. */
export const ToolValidationResult = {
  /** The parameters can be used. */
  valid: (): ToolValidationResult => valid,
  /** The parameters can be used, but there is something worth knowing. */
  validWithWarnings: (...warnings: readonly ToolValidationWarning[]): ToolValidationResult =>
    new ValidationResult(true, none, warnings),
  /** The parameters cannot be used. */
  invalid: (...errors: readonly ToolValidationError[]): ToolValidationResult =>
    new ValidationResult(false, errors, none),
  /** A parameter that must be there is not. */
  missingRequired: (parameterName: string): ToolValidationResult =>
    ToolValidationResult.invalid(ToolValidationError.required(parameterName)),
  /** One value cannot be used. */
  invalidValue: (parameterName: string, message: string): ToolValidationResult =>
    ToolValidationResult.invalid(ToolValidationError.invalidValue(parameterName, message)),
  /** Everything that several checks found; valid when all are. */
  combine(...results: readonly ToolValidationResult[]): ToolValidationResult {
    const errors = results.flatMap((result) => result.errors);
    const warnings = results.flatMap((result) => result.warnings);
    return new ValidationResult(
      results.every(({ isValid }) => isValid),
      errors,
      warnings,
    );
  },
};
