/** One reason why parameters cannot be used. */
export interface ToolValidationError {
  /** The parameter's name, or its JSON pointer when it is nested. */
  readonly parameterName: string;
  /** Says where, what was expected and what came, so that a model can mend it. */
  readonly message: string;
  readonly errorCode: string;
  readonly providedValue?: unknown;
  readonly expectedDescription?: string;
}

/** Something worth knowing about parameters that can be used. */
export interface ToolValidationWarning {
  readonly parameterName: string;
  readonly message: string;
  readonly warningCode: string;
}
