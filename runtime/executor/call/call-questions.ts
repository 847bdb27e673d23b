import type { ToolHandle } from "../../registry/tool-handle.js";
import type { ToolLookup } from "../../registry/tool-lookup.js";
import { errorFromUnknown } from "../../result/error-from-unknown.js";
import { none } from "../../result/none.js";
import type { RiskLevel } from "../../tool/risk-level.js";
import type { InputCheck } from "../../tool/tool-contract.js";
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
      return ToolValidationResult.invalid({
        parameterName: "toolId",
        message: `Tool '${id}' not found`,
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
      const read = await this.#read(handle, input, options);
      return summarize(read.tool, read.valid ? read.resolved.seen : input, input);
    } catch {
      return `Execute ${handle.name}`;
    }
  }

  /** The risk that a call would have; the tool's own when the input is not valid. */
  async riskOf(id: string, input: unknown, options: ExecuteOptions): Promise<RiskLevel> {
    const handle = this.#registry.getTool(id);
    if (handle === undefined) return "medium";
    try {
      const read = await this.#read(handle, input, options);
      if (!read.valid) return read.tool.contract.spec.risk;
      const { tool, resolved } = read;
      return await effectiveRisk(tool, resolved.params, await matchingRules(tool, resolved));
    } catch {
      return handle.metadata.risk;
    }
  }

  async #validate(
    handle: ToolHandle,
    input: unknown,
    options: ExecuteOptions,
  ): Promise<ToolValidationResult> {
    const read = await this.#read(handle, input, options);
    if (!read.valid) return ToolValidationResult.invalid(...read.errors);
    const { tool, resolved } = read;
    const isChecked = this.#options.paths !== undefined && options.workspacePath !== undefined;
    if (isChecked && resolved.errors.length > 0) return ToolValidationResult.invalid(...resolved.errors);
    const own = await tool.validate?.(resolved.params);
    if (own?.isValid === false) return own;
    const rules = await matchingRules(tool, resolved);
    return ToolValidationResult.validWithWarnings(
      ...read.warnings,
      ...(own?.warnings ?? none),
      ...warningsOf(rules),
    );
  }

  /** The parameters as a call would have them. */
  async #read(
    handle: ToolHandle,
    input: unknown,
    { inject, workspacePath }: ExecuteOptions,
  ): Promise<ReadInput> {
    const tool = await handle.load();
    const checked = await tool.contract.checkInput(input, inject, this.#options);
    if (!checked.valid) return { tool, ...checked };
    const { spec } = tool.contract;
    const resolved = await resolvePaths(checked.params, spec, { ...this.#options, workspacePath });
    return { tool, ...checked, resolved };
  }
}

/** An input that was looked at for a question, and the tool that it is for. */
type ReadInput = { readonly tool: AnyTool } & (
  | Extract<InputCheck<unknown>, { valid: false }>
  | (Extract<InputCheck<unknown>, { valid: true }> & { readonly resolved: ResolvedPaths })
);
