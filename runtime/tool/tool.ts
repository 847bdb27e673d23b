import type { ToolExecutionContext } from "../context/tool-execution-context.js";
import type { NoServices } from "../context/tool-services.js";
import type { AnyResultValue } from "../kinds/tool-result-value.js";
import type { ToolResult } from "../result/tool-result.js";
import type { ToolValidationResult } from "../validation/tool-validation-result.js";
import type { ToolTypes } from "./contract-types.js";
import type { RiskLevel } from "./risk-level.js";
import type { MaybePromise, NothingInjected, ToolContract } from "./tool-contract.js";

/** What an implementation may return: its data, a whole result, or the data with its kind, `summary` and `display`. */
export type ToolReturn<Data> = Data | ToolResult<Data> | AnyResultValue<Data>;

/** An implementation with any output. All but `run` are optional. */
export interface ImplementationObject<Params, Output, Services extends object = NoServices> {
  // A method, so that a registry can hold tools of any parameters, injected ones too.
  /** Does the work. May return data or a result, or throw. */
  run(params: Params, context: ToolExecutionContext<Services>): Output;
  /** Whether the tool can be used at the moment. */
  isAvailable?(): MaybePromise<boolean>;
  /** Judges parameters that satisfy the schema. */
  validate?(params: Params): MaybePromise<ToolValidationResult>;
  /** One line for the approver: what this call will do. */
  getExecutionSummary?(params: Params): string;
  /** The risk of this call. It can raise what the manifest says, never lower it. */
  getEffectiveRiskLevel?(params: Params): MaybePromise<RiskLevel>;
}

/** The implementation of a tool with the hooks that a function alone cannot give. */
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
  // Said, because compilers that compare two of these first take it for a type that does not matter.
  out Id extends string = string,
  Injected extends object = NothingInjected,
  Services extends object = NoServices,
> extends ToolImplementation<Params, Data, Services> {
  readonly contract: ToolContract<Input, Params, Data, Id, Injected, Services>;
  /** For the compiler only; never set. */
  readonly "~types"?: ToolTypes<Input, Params, Data, Injected, Services>;
}

/** Some tool, whatever its types. */
export type AnyTool = Tool<unknown, unknown, unknown>;
