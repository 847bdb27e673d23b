/** A warning about valid parameters. */
export interface ToolValidationWarning {
  readonly parameterName: string;
  readonly message: string;
  readonly warningCode: string;
}

/** Makes validation warnings. */
export const ToolValidationWarning = {
  deprecated: (parameterName: string, alternative?: string): ToolValidationWarning => {
    const instead = alternative === undefined ? "" : ` Use '${alternative}' instead.`;
    return make(parameterName, "deprecated", `Parameter '${parameterName}' is deprecated.${instead}`);
  },
  deprecatedTool: (id: string, reason: string): ToolValidationWarning =>
    make("", "deprecated", `Tool '${id}' is deprecated. ${reason}`),
  largeValue: (parameterName: string, details: string): ToolValidationWarning =>
    make(parameterName, "large_value", details),
  slowOperation: (parameterName: string, reason: string): ToolValidationWarning =>
    make(parameterName, "slow_operation", `This may be slow: ${reason}`),
  /** The value was a JSON string and has been parsed. */
  coerced: (parameterName: string): ToolValidationWarning => {
    const subject = parameterName === "" ? "The input" : `Parameter '${parameterName}'`;
    return make(parameterName, "coerced", `${subject} arrived as a JSON string and was parsed.`);
  },
};

function make(parameterName: string, warningCode: string, message: string): ToolValidationWarning {
  return { parameterName, message, warningCode };
}
