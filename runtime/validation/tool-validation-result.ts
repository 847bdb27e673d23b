import { none } from "../result/none.js";
import { ToolValidationError } from "./tool-validation-error.js";
import type { ToolValidationWarning } from "./tool-validation-warning.js";

type Errors = readonly ToolValidationError[];
type Warnings = readonly ToolValidationWarning[];

class ValidationResult {
  readonly isValid: boolean;
  readonly errors: Errors;
  readonly warnings: Warnings;

  constructor(errors: Errors, warnings: Warnings, isValid: boolean) {
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

/** Whether parameters are valid, with errors and warnings. */
export type ToolValidationResult = ValidationResult;

const valid: ToolValidationResult = new ValidationResult(none, none, true);

/** Makes validation results. */
export const ToolValidationResult = {
  valid: (): ToolValidationResult => valid,
  validWithWarnings: (...warnings: Warnings): ToolValidationResult =>
    new ValidationResult(none, warnings, true),
  invalid: (...errors: Errors): ToolValidationResult => new ValidationResult(errors, none, false),
  missingRequired: (parameterName: string): ToolValidationResult =>
    ToolValidationResult.invalid(ToolValidationError.required(parameterName)),
  invalidValue: (parameterName: string, message: string): ToolValidationResult =>
    ToolValidationResult.invalid(ToolValidationError.invalidValue(parameterName, message)),
  combine(...results: readonly ToolValidationResult[]): ToolValidationResult {
    const errors = results.flatMap((result) => result.errors);
    const warnings = results.flatMap((result) => result.warnings);
    const isValid = results.every((result) => result.isValid);
    return new ValidationResult(errors, warnings, isValid);
  },
};
