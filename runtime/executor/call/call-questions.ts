import type { ToolHandle } from "../../registry/tool-handle.js";
import type { ToolLookup } from "../../registry/tool-lookup.js";
import { errorFromUnknown } from "../../result/error-from-unknown.js";
import type { RiskLevel } from "../../tool/risk-level.js";
import type { AnyTool } from "../../tool/tool.js";
import { ToolValidationResult } from "../../validation/tool-validation-result.js";
import type { ExecuteOptions, ToolExecutorOptions } from "../executor-options.js";
import { summarize } from "./execution-summary.js";
import { effectiveRisk, matchingRules, warningsOf } from "./prepare-call.js";
import { resolvePaths, type ResolvedPaths } from "./resolve-paths.js";

/** Answers questions about calls without making them. */
export class CallQuestions {
  readonly #registry: ToolLookup;
  readonly #options: Pick<ToolExecutorOptions, "paths" | "lenient">;

  constructor(registry: ToolLookup, options: Pick<ToolExecutorOptions, "paths" | "lenient">) {
    this.#registry = registry;
    this.#options = options;
  }

  /** What is wrong with an input, and what is worth knowing about it. Paths are checked when the workspace is known. */
  async validate(id: string, input: unknown, options: ExecuteOptions): Promise<ToolValidationResult> {
    const handle = this.#registry.getTool(id);
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
  async summarize(id: string, input: unknown, options: ExecuteOptions): Promise<string> {
    const handle = this.#registry.getTool(id);
    if (handle === undefined) return `Execute ${id}`;
    try {
      const tool = await handle.load();
      const checked = await tool.contract.checkInput(input, options.inject, this.#options);
      if (!checked.valid) return summarize(tool, input);
      return summarize(tool, (await this.#resolve(tool, checked.params, options)).seen);
    } catch {
      return `Execute ${handle.name}`;
    }
  }

  /** The risk that a call would have; the tool's own when the input is not valid. */
  async riskOf(id: string, input: unknown, options: ExecuteOptions): Promise<RiskLevel> {
    const handle = this.#registry.getTool(id);
    if (handle === undefined) return "medium";
    try {
      const tool = await handle.load();
      const checked = await tool.contract.checkInput(input, options.inject, this.#options);
      if (!checked.valid) return tool.contract.spec.risk;
      const resolved = await this.#resolve(tool, checked.params, options);
      const rules = await matchingRules(tool, resolved.params, resolved);
      return await effectiveRisk(tool, resolved.params, rules);
    } catch {
      return handle.metadata.risk;
    }
  }

  async #validate(
    handle: ToolHandle,
    input: unknown,
    options: ExecuteOptions,
  ): Promise<ToolValidationResult> {
    const tool = await handle.load();
    const checked = await tool.contract.checkInput(input, options.inject, this.#options);
    if (!checked.valid) return ToolValidationResult.invalid(...checked.errors);
    const resolved = await this.#resolve(tool, checked.params, options);
    const isChecked = this.#options.paths !== undefined && options.workspacePath !== undefined;
    if (isChecked && resolved.errors.length > 0) return ToolValidationResult.invalid(...resolved.errors);
    const own = await tool.validate?.(resolved.params);
    if (own?.isValid === false) return own;
    const rules = await matchingRules(tool, resolved.params, resolved);
    const warnings = [...checked.warnings, ...(own?.warnings ?? []), ...warningsOf(rules)];
    return warnings.length === 0
      ? ToolValidationResult.valid()
      : ToolValidationResult.validWithWarnings(...warnings);
  }

  /** The parameters as a call would have them; as they are written where a path cannot be resolved, so nothing would run. */
  async #resolve(
    { contract }: AnyTool,
    params: unknown,
    { workspacePath }: ExecuteOptions,
  ): Promise<ResolvedPaths & { readonly params: unknown }> {
    const resolved = await resolvePaths(params, contract.spec, { ...this.#options, workspacePath });
    const { errors, written } = resolved;
    return errors.length === 0
      ? { ...resolved, params }
      : { errors, written, seen: written, params: written };
  }
}
