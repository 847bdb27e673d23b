/** Something worth knowing about parameters that can be used. */
export interface ToolValidationWarning {
  readonly parameterName: string;
  readonly message: string;
  readonly warningCode: string;
}

/** Makes validation warnings. */
export const ToolValidationWarning = {
  /** The parameter should not be used any more. */
  deprecated: (parameterName: string, alternative?: string): ToolValidationWarning => ({
    parameterName,
    message: `Parameter '${parameterName}' is deprecated.${alternative === undefined ? "" : ` Use '${alternative}' instead.`}`,
    warningCode: "deprecated",
  }),
  /** The tool should not be used any more. */
  deprecatedTool: (id: string, reason: string): ToolValidationWarning => ({
    parameterName: "",
    message: `Tool '${id}' is deprecated. ${reason}`,
    warningCode: "deprecated",
  }),
  /** The value is unusually large. */
  largeValue: (parameterName: string, details: string): ToolValidationWarning => ({
    parameterName,
    message: details,
    warningCode: "large_value",
  }),
  /** The call may take long. */
  slowOperation: (parameterName: string, reason: string): ToolValidationWarning => ({
    parameterName,
    message: `This may be slow: ${reason}`,
    warningCode: "slow_operation",
  }),
  /** The value arrived as a JSON string and was read as what it stands for. */
  coerced: (parameterName: string): ToolValidationWarning => ({
    parameterName,
    message: `${parameterName === "" ? "The input" : `Parameter '${parameterName}'`} arrived as a JSON string and was parsed.`,
    warningCode: "coerced",
  }),
};
