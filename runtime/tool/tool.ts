import type { ToolExecutionContext } from "../context/tool-execution-context.js";
import type { NoServices } from "../context/tool-services.js";
import type { AnyResultValue } from "../kinds/tool-result-value.js";
import type { ToolResult } from "../result/tool-result.js";
import type { ToolValidationResult } from "../validation/tool-validation-result.js";
import type { MaybePromise, NothingInjected, ToolContract, ToolTypes } from "./tool-contract.js";
import type { RiskLevel } from "./risk-level.js";

/** What an implementation may return: its data, a result, or the data with `kind`, `summary` and `display`. */
export type ToolReturn<Data> = Data | ToolResult<Data> | AnyResultValue<Data>;

/** An implementation with any output. All but `run` are optional. */
export interface ImplementationObject<Params, Output, Services extends object = NoServices> {
  // A method, so that a registry can contain tools with any parameters.
  /** Does the work. May return data or a result, or throw. */
  run(params: Params, context: ToolExecutionContext<Services>): Output;
  /** Whether the tool can be used now. */
  isAvailable?(): MaybePromise<boolean>;
  /** Validates parameters beyond the schema. */
  validate?(params: Params): MaybePromise<ToolValidationResult>;
  /** One line for the approver: what this call will do. */
  getExecutionSummary?(params: Params): string;
  /** The risk of this call. It can raise the manifest's risk, never lower it. */
  getEffectiveRiskLevel?(params: Params): MaybePromise<RiskLevel>;
}

/** The implementation of a tool with optional hooks. */
export interface ToolImplementation<
  Params,
  Data,
  Services extends object = NoServices,
> extends ImplementationObject<Params, MaybePromise<ToolReturn<Data>>, Services> {}

/** The implementation of a tool as a function. */
export type ToolRun<Params, Data, Services extends object = NoServices> = ToolImplementation<
  Params,
  Data,
  Services
>["run"];

/** A contract with its implementation: what the executor runs. */
export interface Tool<
  Input,
  Params,
  Data,
  // Explicit variance: some compilers would infer that this parameter is unused.
  out Id extends string = string,
  Injected extends object = NothingInjected,
  Services extends object = NoServices,
> extends ToolImplementation<Params, Data, Services> {
  readonly contract: ToolContract<Input, Params, Data, Id, Injected, Services>;
  readonly "~types"?: ToolTypes<Input, Params, Data, Injected, Services>;
}

/** A tool of any types. */
export type AnyTool = Tool<unknown, unknown, unknown>;
