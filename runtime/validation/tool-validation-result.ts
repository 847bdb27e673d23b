import type { ToolValidationError, ToolValidationWarning } from "./tool-validation-error.js";

/** Whether parameters can be used, why not, and what is worth knowing. */
export interface ToolValidationResult {
  readonly isValid: boolean;
  readonly errors: readonly ToolValidationError[];
  readonly warnings: readonly ToolValidationWarning[];
}

const none: readonly never[] = Object.freeze([]);
const valid: ToolValidationResult = Object.freeze({ isValid: true, errors: none, warnings: none });

/** Makes validation results. */
export const ToolValidationResult = {
  valid: (): ToolValidationResult => valid,
  validWithWarnings: (...warnings: readonly ToolValidationWarning[]): ToolValidationResult => ({
    isValid: true,
    errors: none,
    warnings,
  }),
  invalid: (...errors: readonly ToolValidationError[]): ToolValidationResult => ({
    isValid: false,
    errors,
    warnings: none,
  }),
};
