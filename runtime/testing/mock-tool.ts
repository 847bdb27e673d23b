import type { ToolExecutionContext } from "../context/tool-execution-context.js";
import { presentFields } from "../result/present-fields.js";
import { ToolResult } from "../result/tool-result.js";
import type { JsonSchemaObject } from "../tool/json-schema.js";
import type { RiskLevel } from "../tool/risk-level.js";
import { ToolBase } from "../tool/tool-base.js";
import type { MaybePromise, ToolContract } from "../tool/tool-contract.js";
import type { ToolSpec } from "../tool/tool-spec.js";
import type { ToolImplementation, ToolReturn } from "../tool/tool.js";
import type { ToolValidationResult } from "../validation/tool-validation-result.js";
import { contractOf } from "../validator/define-tool.js";
import { ToolValidator } from "../validator/tool-validator.js";

/** Parameters of a mock: anything that its schema accepts. */
export type MockParams = Readonly<Record<string, unknown>>;

/** Options of a mock; by default it succeeds. Any field of a tool's spec can be set as well. */
export interface MockToolOptions
  extends
    Partial<Omit<ToolSpec, "risk" | "inputSchema">>,
    Partial<Omit<ToolImplementation<MockParams, unknown>, "run" | "validate">> {
  readonly riskLevel?: RiskLevel;
  /** Schema of the parameters. @default any object */
  readonly schema?: JsonSchemaObject;
  /** Implementation. @default a success with `{ executed: true }` */
  readonly execute?: (params: MockParams, context: ToolExecutionContext) => MaybePromise<ToolReturn<unknown>>;
  /** Replaces the hook `validate`; the executor validates against the schema in any case. */
  readonly validate?: (params: unknown) => MaybePromise<ToolValidationResult>;
}

/** The default schema: accepts any object. */
const anyObject: JsonSchemaObject = { type: "object" };

/** A tool for tests: configurable, and counts its calls. */
export class MockTool extends ToolBase<MockParams, MockParams, unknown> {
  readonly #options: MockToolOptions;
  override readonly contract: ToolContract<MockParams, MockParams, unknown>;
  executeCallCount = 0;
  validateCallCount = 0;
  readonly executedParameters: MockParams[] = [];

  constructor(options: MockToolOptions = {}) {
    super();
    this.#options = options;
    const { schema = anyObject, riskLevel: risk = "safe", id = "mock-tool", ...given } = options;
    const named = { name: "Mock Tool", description: "A mock tool for testing", ...given, id, risk };
    this.contract = contractOf(named, schema);
    const { isAvailable, getEffectiveRiskLevel, getExecutionSummary } = options;
    Object.assign(this, presentFields({ isAvailable, getEffectiveRiskLevel, getExecutionSummary }));
  }

  override run(params: MockParams, context: ToolExecutionContext): MaybePromise<ToolReturn<unknown>> {
    this.executeCallCount++;
    this.executedParameters.push(params);
    const succeed = () => ToolResult.succeeded({ executed: true }, "Mock tool executed");
    return (this.#options.execute ?? succeed)(params, context);
  }

  override async validate(params: unknown): Promise<ToolValidationResult> {
    this.validateCallCount++;
    if (this.#options.validate !== undefined) return this.#options.validate(params);
    const { inject = [], inputSchema } = this.contract.spec;
    const injected = Object.fromEntries(inject.map(({ parameter }) => [parameter, undefined]));
    const sent = inject.length === 0 ? params : { ...Object(params), ...injected };
    return new ToolValidator().validateAgainstSchema(sent, inputSchema);
  }

  static succeeding(id = "success-tool", data: unknown = { success: true }): MockTool {
    return new MockTool({ id, execute: () => ToolResult.succeeded(data) });
  }

  static failing(id = "fail-tool", error = "Test error"): MockTool {
    return new MockTool({ id, execute: () => ToolResult.failed(error) });
  }

  static throwing(id = "throw-tool", error: unknown = new Error("Test exception")): MockTool {
    const execute = (): never => {
      throw error;
    };
    return new MockTool({ id, execute });
  }

  /** A mock that waits for some milliseconds, or until the call is aborted. */
  static delayed(id = "delay-tool", delay = 100): MockTool {
    const execute = (_params: MockParams, { signal }: ToolExecutionContext): Promise<ToolResult> =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => resolve(ToolResult.succeeded(undefined)), delay);
        const stop = (): void => {
          clearTimeout(timer);
          reject(signal.reason as Error);
        };
        if (signal.aborted) stop();
        else signal.addEventListener("abort", stop, { once: true });
      });
    return new MockTool({ id, execute });
  }
}
