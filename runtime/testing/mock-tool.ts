import type { ToolExecutionContext } from "../context/tool-execution-context.js";
import { ToolResult } from "../result/tool-result.js";
import { defineContract } from "../tool/define-contract.js";
import type { JsonSchemaObject } from "../tool/json-schema.js";
import type { RiskLevel } from "../tool/risk-level.js";
import { sensitivePointers } from "../tool/schema-extensions.js";
import { ToolBase } from "../tool/tool-base.js";
import { defaultRequirements } from "../tool/tool-category.js";
import type { MaybePromise, ToolContract } from "../tool/tool-contract.js";
import type { ToolSpec } from "../tool/tool-spec.js";
import type { ToolReturn } from "../tool/tool.js";
import { ToolValidationResult } from "../validation/tool-validation-result.js";
import { compileSchema } from "../validator/compile-schema.js";

/** Parameters of a mock: whatever its schema lets through. */
export type MockParams = Readonly<Record<string, unknown>>;

/** How a mock differs from one that just succeeds. Any part of a tool's data can be set as well. */
export interface MockToolOptions extends Partial<Omit<ToolSpec, "risk" | "inputSchema">> {
  readonly riskLevel?: RiskLevel;
  /** Schema of the parameters; any object is taken when absent. */
  readonly schema?: JsonSchemaObject;
  /** Does the work; a success with `{ executed: true }` when absent. */
  readonly execute?: (params: MockParams, context: ToolExecutionContext) => MaybePromise<ToolReturn<unknown>>;
  /** Judges the parameters in place of the schema. */
  readonly validate?: (params: unknown) => MaybePromise<ToolValidationResult>;
  readonly isAvailable?: () => MaybePromise<boolean>;
  readonly getEffectiveRiskLevel?: (params: MockParams) => MaybePromise<RiskLevel>;
  readonly getExecutionSummary?: (params: MockParams) => string;
}

const anyObject: JsonSchemaObject = { type: "object" };

/** A tool for tests: does what its options say and counts its calls. */
export class MockTool extends ToolBase<MockParams, MockParams, unknown> {
  readonly #options: MockToolOptions;
  readonly #contract: ToolContract<MockParams, MockParams, unknown>;
  /** How often `run` was called. */
  executeCallCount = 0;
  /** How often `validate` was called. */
  validateCallCount = 0;
  /** The parameters of every run. */
  readonly executedParameters: MockParams[] = [];

  constructor(options: MockToolOptions = {}) {
    super();
    this.#options = options;
    this.#contract = contractOf(options);
    const { isAvailable, getEffectiveRiskLevel, getExecutionSummary } = options;
    if (isAvailable !== undefined) this.isAvailable = isAvailable;
    if (getEffectiveRiskLevel !== undefined) this.getEffectiveRiskLevel = getEffectiveRiskLevel;
    if (getExecutionSummary !== undefined) this.getExecutionSummary = getExecutionSummary;
  }

  override get contract(): ToolContract<MockParams, MockParams, unknown> {
    return this.#contract;
  }

  override run(params: MockParams, context: ToolExecutionContext): MaybePromise<ToolReturn<unknown>> {
    this.executeCallCount++;
    this.executedParameters.push(params);
    const { execute } = this.#options;
    return execute === undefined
      ? ToolResult.succeeded({ executed: true }, "Mock tool executed")
      : execute(params, context);
  }

  /** Judges parameters by the mock's own function, or by its schema with Ajv. */
  override async validate(params: unknown): Promise<ToolValidationResult> {
    this.validateCallCount++;
    if (this.#options.validate !== undefined) return this.#options.validate(params);
    const { inject = [] } = this.contract.spec;
    const injected = Object.fromEntries(inject.map(({ key }) => [key, true]));
    const names = new Set(inject.map(({ parameter }) => parameter));
    const own = Object.entries(Object(params) as object).filter(([name]) => !names.has(name));
    const checked = await this.contract.checkInput(
      inject.length === 0 ? params : Object.fromEntries(own),
      injected,
    );
    return checked.valid
      ? ToolValidationResult.validWithWarnings(...checked.warnings)
      : ToolValidationResult.invalid(...checked.errors);
  }

  /** A mock that succeeds with some data. */
  static succeeding(id = "success-tool", data: unknown = { success: true }): MockTool {
    return new MockTool({ id, execute: () => ToolResult.succeeded(data) });
  }

  /** A mock that fails with a message. */
  static failing(id = "fail-tool", error = "Test error"): MockTool {
    return new MockTool({ id, execute: () => ToolResult.failed(error) });
  }

  /** A mock that throws. */
  static throwing(id = "throw-tool", error: unknown = new Error("Test exception")): MockTool {
    return new MockTool({
      id,
      execute: () => {
        throw error;
      },
    });
  }

  /** A mock that takes its time, in milliseconds, and stops early when the call is aborted. */
  static delayed(id = "delay-tool", delay = 100): MockTool {
    return new MockTool({
      id,
      execute: async (_, { signal }) => {
        await sleep(delay, signal);
        return ToolResult.succeeded(undefined);
      },
    });
  }
}

function contractOf(options: MockToolOptions): ToolContract<MockParams, MockParams, unknown> {
  const {
    schema: inputSchema = anyObject,
    riskLevel: risk = "safe",
    execute: _execute,
    validate: _validate,
    isAvailable: _isAvailable,
    getEffectiveRiskLevel: _getEffectiveRiskLevel,
    getExecutionSummary: _getExecutionSummary,
    ...given
  } = options;
  const { id = "mock-tool", category = "custom", result = {}, rules } = given;
  const requires = given.requires ?? defaultRequirements(category, given.paths);
  const sensitive = given.sensitive ?? sensitivePointers(inputSchema);
  return defineContract<MockParams, MockParams, unknown>({
    name: "Mock Tool",
    description: "A mock tool for testing",
    kind: "structured",
    wireName: id,
    ...given,
    ...(requires !== undefined && { requires }),
    ...(sensitive.length > 0 && { sensitive }),
    id,
    category,
    risk,
    inputSchema,
    result,
    validators: () => {
      const conditions = rules?.map(({ when }) => compileSchema(when));
      return {
        params: compileSchema(inputSchema),
        ...(conditions && { rules: (params) => conditions.map((matches) => matches(params)) }),
        ...(result.dataSchema && { data: compileSchema(result.dataSchema) }),
      };
    },
  });
}

function sleep(delay: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, delay);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
