import type { ToolHandle } from "../../registry/tool-handle.js";
import { errorFromUnknown } from "../../result/error-from-unknown.js";
import { ToolValidationResult } from "../../validation/tool-validation-result.js";
import type { ExecuteOptions, ToolExecutorOptions } from "../executor-options.js";
import { resolvePaths } from "./resolve-paths.js";
import { warningsOf } from "./prepare-call.js";

/**
 * What is wrong with an input, and what is worth knowing about it. Paths are checked when the workspace is known.
 */
export async function validateInput(
  handle: ToolHandle,
  input: unknown,
  { inject, workspacePath }: ExecuteOptions,
  executor: Pick<ToolExecutorOptions, "paths" | "lenient">,
): Promise<ToolValidationResult> {
  try {
    const tool = await handle.load();
    const { paths } = executor;
    const checked = await tool.contract.checkInput(input, inject, executor);
    if (!checked.valid) return ToolValidationResult.invalid(...checked.errors);
    const { params } = checked;
    if (paths !== undefined && workspacePath !== undefined) {
      const errors = await resolvePaths(paths, tool.contract.spec.paths ?? [], params, workspacePath);
      if (errors.length > 0) return ToolValidationResult.invalid(...errors);
    }
    const own = await tool.validate?.(params);
    if (own?.isValid === false) return own;
    const rules = await tool.contract.matchRules(params);
    const warnings = [...checked.warnings, ...(own?.warnings ?? []), ...warningsOf(rules)];
    return warnings.length === 0
      ? ToolValidationResult.valid()
      : ToolValidationResult.validWithWarnings(...warnings);
  } catch (error) {
    const { message } = errorFromUnknown(error);
    return ToolValidationResult.invalid({ parameterName: "", message, errorCode: "validation_failed" });
  }
}
