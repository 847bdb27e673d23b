import type { ToolAvailabilityContext } from "../registry/tool-availability-context.js";
import type { AnyContracts } from "../registry/registry-contracts.js";
import type { ToolRegistry } from "../registry/tool-registry.js";
import { nothing } from "../result/none.js";
import type { ContractMap, DataOf, InjectedOf, InputOf, ToolIdOf } from "../tool/contract-types.js";
import type { RiskLevel } from "../tool/risk-level.js";
import type { ToolValidationResult } from "../validation/tool-validation-result.js";
import type { ApprovalDecision } from "./approval/approval.js";
import type { IssuedApproval } from "./approval/approval-desk.js";
import {
  findApproval,
  prepareApproval,
  resumeApproval,
  type Preparation,
} from "./approval/prepare-approval.js";
import type { BackendActivity } from "./backend/execution-backend.js";
import { riskOfCall, summarizeCall, validateCall } from "./call/ask-about-call.js";
import { CallHost } from "./call/call-host.js";
import type {
  AnyText,
  ArgumentOf,
  DisposeOptions,
  ExecuteArguments,
  ExecuteOptions,
  ResumeOptions,
  ToolExecutorOptions,
} from "./executor-options.js";
import type { ToolExecutorEvents, ToolExecutorListener } from "./observe/event-hub.js";
import { resolveOptions } from "./resolve-options.js";
import type { ToolExecution } from "./tool-execution.js";

/** Runs the tools of a registry: validates, asks for approval, limits, watches and records every call. */
export class ToolExecutor<Contracts extends ContractMap<Contracts> = AnyContracts> {
  readonly #registry: ToolRegistry<Contracts>;
  readonly #host: CallHost;

  constructor(registry: ToolRegistry<Contracts>, options: ToolExecutorOptions = {}) {
    this.#registry = registry;
    this.#host = new CallHost(resolveOptions(options), registry);
  }

  /** Calls a tool. Never rejects for what a tool does: look at `status` and `result`. */
  execute<Id extends ToolIdOf<Contracts>>(
    id: Id,
    input: ArgumentOf<Id, InputOf<Contracts[Id]>>,
    ...options: ExecuteArguments<InjectedOf<Contracts[Id]>>
  ): Promise<ToolExecution<DataOf<Contracts[Id]>>>;
  execute(id: string, input: unknown, options: ExecuteOptions = nothing): Promise<ToolExecution> {
    return this.#host.execute(id, input, options);
  }

  /** Calls a tool whose id and input are known only at run time. */
  dispatch(id: string, input: unknown, options: ExecuteOptions = nothing): Promise<ToolExecution> {
    return this.#host.execute(id, input, options);
  }

  /** Does everything that comes before a call runs, and returns whether somebody has to approve it. */
  prepare<Id extends string>(id: AnyText<Id>, input: unknown, options?: ExecuteOptions): Promise<Preparation>;
  prepare<Id extends ToolIdOf<Contracts>>(
    id: Id,
    input: ArgumentOf<Id, InputOf<Contracts[Id]>>,
    ...options: ExecuteArguments<InjectedOf<Contracts[Id]>>
  ): Promise<Preparation<DataOf<Contracts[Id]>>>;
  prepare(id: string, input: unknown, options: ExecuteOptions = nothing): Promise<Preparation> {
    return prepareApproval(this.#host, { id, input, options });
  }

  /** Does what was decided about a call that `prepare` or an approver's request gave the token of. */
  resume(
    token: string,
    decision: ApprovalDecision,
    options: ResumeOptions = nothing,
  ): Promise<ToolExecution> {
    return resumeApproval(this.#host, token, decision, options);
  }

  /**
   * The token of a call that `prepare` was given before with the same tool, input, `toolCallId`, session, workspace and
   * metadata, and that still waits for approval: for the request that brings the decision.
   */
  findApproval(id: string, input: unknown, options: ExecuteOptions): Promise<IssuedApproval | undefined> {
    return findApproval(this.#host, { id, input, options });
  }

  /** Checks an input as a call would, without running anything. */
  validate<Id extends string>(
    id: AnyText<Id>,
    input: unknown,
    options?: ExecuteOptions,
  ): Promise<ToolValidationResult>;
  validate<Id extends ToolIdOf<Contracts>>(
    id: Id,
    input: ArgumentOf<Id, InputOf<Contracts[Id]>>,
    ...options: ExecuteArguments<InjectedOf<Contracts[Id]>>
  ): Promise<ToolValidationResult>;
  validate(id: string, input: unknown, options: ExecuteOptions = nothing): Promise<ToolValidationResult> {
    return validateCall(this.#host, { id, input, options });
  }

  /** One line that says what a call would do. */
  getExecutionSummary<Id extends string>(
    id: AnyText<Id>,
    input: unknown,
    options?: ExecuteOptions,
  ): Promise<string>;
  getExecutionSummary<Id extends ToolIdOf<Contracts>>(
    id: Id,
    input: ArgumentOf<Id, InputOf<Contracts[Id]>>,
    ...options: ExecuteArguments<InjectedOf<Contracts[Id]>>
  ): Promise<string>;
  getExecutionSummary(id: string, input: unknown, options: ExecuteOptions = nothing): Promise<string> {
    return summarizeCall(this.#host, { id, input, options });
  }

  /** The risk that a call would have; the tool's own when the input is not valid. */
  getEffectiveRiskLevel<Id extends string>(
    id: AnyText<Id>,
    input: unknown,
    options?: ExecuteOptions,
  ): Promise<RiskLevel>;
  getEffectiveRiskLevel<Id extends ToolIdOf<Contracts>>(
    id: Id,
    input: ArgumentOf<Id, InputOf<Contracts[Id]>>,
    ...options: ExecuteArguments<InjectedOf<Contracts[Id]>>
  ): Promise<RiskLevel>;
  getEffectiveRiskLevel(id: string, input: unknown, options: ExecuteOptions = nothing): Promise<RiskLevel> {
    return riskOfCall(this.#host, { id, input, options });
  }

  /** The tools that calls are looked up in. */
  get registry(): ToolRegistry<Contracts> {
    return this.#registry;
  }

  /** What the surroundings offer, as the options say. */
  get availability(): ToolAvailabilityContext | undefined {
    return this.#host.options.availability;
  }

  /** What runs, what waits and what was given up but still runs; undefined when the backend does not report it. */
  get activity(): BackendActivity | undefined {
    return this.#host.backend.activity;
  }

  /**
   * Fails the call that this is called by, as far as `callScope` knows it: for a process that hears of a rejection which
   * nobody handled. False when there is no such call.
   */
  failCaller(error: unknown): boolean {
    const { caller } = this.#host;
    caller?.fail(error);
    return caller !== undefined;
  }

  /** Listens to an event; the function that comes back stops it. */
  on<Event extends keyof ToolExecutorEvents>(
    event: Event,
    listener: ToolExecutorListener<Event>,
  ): () => void {
    return this.#host.observer.events[event].add(listener);
  }

  /** Takes no more calls, ends what is running and gives up every timer. */
  dispose(options?: DisposeOptions): Promise<void> {
    return this.#host.dispose(options);
  }
}
