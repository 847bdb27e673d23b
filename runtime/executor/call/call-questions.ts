import type { ToolHandle } from "../../registry/tool-handle.js";
import { errorFromUnknown } from "../../result/error-from-unknown.js";
import type { RiskLevel } from "../../tool/risk-level.js";
import { ToolValidationResult } from "../../validation/tool-validation-result.js";
import type { ExecuteOptions, ToolExecutorOptions } from "../executor-options.js";
import { summarize } from "./execution-summary.js";
import { effectiveRisk, warningsOf } from "./prepare-call.js";
import { resolvePaths } from "./resolve-paths.js";

/** Answers questions about calls without making them. */
export class CallQuestions {
  readonly #find: (id: string) => ToolHandle | undefined;
  readonly #options: Pick<ToolExecutorOptions, "paths" | "lenient">;

  constructor(
    find: (id: string) => ToolHandle | undefined,
    options: Pick<ToolExecutorOptions, "paths" | "lenient">,
  ) {
    this.#find = find;
    this.#options = options;
  }

  /** What is wrong with an input, and what is worth knowing about it. Paths are checked when the workspace is known. */
  async validate(id: string, input: unknown, options: ExecuteOptions): Promise<ToolValidationResult> {
    const handle = this.#find(id);
    if (handle === undefined) {
      const message = `Tool '${id}' not found`;
      return ToolValidationResult.invalid({
        parameterName: "toolId",
        message,
        errorCode: "tool_not_found",
        providedValue: id,
      });
    }
    try {
      return await this.#validate(handle, input, options);
    } catch (error) {
      const { message } = errorFromUnknown(error);
      return ToolValidationResult.invalid({ parameterName: "", message, errorCode: "validation_failed" });
    }
  }

  /** One line that says what a call would do. */
  async summarize(id: string, input: unknown, { inject }: ExecuteOptions): Promise<string> {
    const handle = this.#find(id);
    if (handle === undefined) return `Execute ${id}`;
    try {
      const tool = await handle.load();
      const checked = await tool.contract.checkInput(input, inject, this.#options);
      return summarize(tool, checked.valid ? checked.params : input);
    } catch {
      return `Execute ${handle.name}`;
    }
  }

  /** The risk that a call would have; the tool's own when the input is not valid. */
  async riskOf(id: string, input: unknown, { inject }: ExecuteOptions): Promise<RiskLevel> {
    const handle = this.#find(id);
    if (handle === undefined) return "medium";
    try {
      const tool = await handle.load();
      const checked = await tool.contract.checkInput(input, inject, this.#options);
      if (!checked.valid) return tool.contract.spec.risk;
      return await effectiveRisk(tool, checked.params, await tool.contract.matchRules(checked.params));
    } catch {
      return handle.metadata.risk;
    }
  }

  async #validate(
    handle: ToolHandle,
    input: unknown,
    { inject, workspacePath }: ExecuteOptions,
  ): Promise<ToolValidationResult> {
    const tool = await handle.load();
    const { paths } = this.#options;
    const checked = await tool.contract.checkInput(input, inject, this.#options);
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
  }
}
