import type { ToolAvailabilityContext } from "../registry/tool-availability-context.js";
import type { ToolHandle } from "../registry/tool-handle.js";
import type { AnyContracts } from "../registry/registry-contracts.js";
import type { ToolRegistry } from "../registry/tool-registry.js";
import { errorFromUnknown } from "../result/error-from-unknown.js";
import { nothing } from "../result/none.js";
import { makeFailure, ToolResult } from "../result/tool-result.js";
import type { ContractMap, DataOf, InjectedOf, InputOf, ToolIdOf } from "../tool/contract-types.js";
import type { RiskLevel } from "../tool/risk-level.js";
import type { InputCheck, MaybePromise } from "../tool/tool-contract.js";
import { snapshot } from "../validation/snapshot.js";
import type { ToolValidationResult } from "../validation/tool-validation-result.js";
import type { ApprovalDecision } from "./approval/approval.js";
import type { IssuedApproval } from "./approval/approval-desk.js";
import type { Preparation } from "./approval/preparation.js";
import type { BackendActivity } from "./backend/execution-backend.js";
import { CallEngine } from "./call/call-engine.js";
import type { CarefulCalls } from "./call/careful-calls.js";
import type { ToolCall } from "./call/tool-call.js";
import type { ToolPlan } from "./call/tool-plan.js";
import type {
  ArgumentOf,
  DisposeOptions,
  ExecuteArguments,
  ExecuteOptions,
  ResumeOptions,
  ToolExecutorOptions,
} from "./executor-options.js";
import type { ToolExecutorEvents, ToolExecutorListener } from "./observe/event-hub.js";
import { settleOptions, type SettledOptions } from "./settle-options.js";
import type { ToolExecution } from "./tool-execution.js";

/** Runs the tools of a registry: validates, asks for approval, limits, watches and records every call. */
export class ToolExecutor<Contracts extends ContractMap<Contracts> = AnyContracts> {
  readonly #registry: ToolRegistry<Contracts>;
  readonly #options: SettledOptions;
  readonly #engine: CallEngine;
  #careful: Promise<CarefulCalls> | undefined;

  constructor(registry: ToolRegistry<Contracts>, options: ToolExecutorOptions = {}) {
    this.#registry = registry;
    this.#options = settleOptions(options);
    this.#engine = new CallEngine(this.#options, (call, input) => this.#dispatch(call, input));
  }

  /** Calls a tool. Never rejects for what a tool does: look at `status` and `result`. */
  execute<Id extends ToolIdOf<Contracts>>(
    id: Id,
    input: ArgumentOf<Id, InputOf<Contracts[Id]>>,
    ...options: ExecuteArguments<InjectedOf<Contracts[Id]>>
  ): Promise<ToolExecution<DataOf<Contracts[Id]>>>;
  execute(id: string, input: unknown, options: ExecuteOptions = nothing): Promise<ToolExecution> {
    return this.dispatch(id, input, options);
  }

  /** Calls a tool whose id and input are known only at run time. */
  dispatch(id: string, input: unknown, options: ExecuteOptions = nothing): Promise<ToolExecution> {
    if (this.#engine.observer.lacksRecorder) return this.#dispatchRecorded(id, hold(input), options);
    const call = this.#engine.open(id, options);
    this.#dispatch(call, input);
    return call.completion();
  }

  /** Does everything that comes before a call runs, and tells whether somebody has to approve it. */
  prepare<Id extends ToolIdOf<Contracts>>(
    id: Id,
    input: ArgumentOf<Id, InputOf<Contracts[Id]>>,
    ...options: ExecuteArguments<InjectedOf<Contracts[Id]>>
  ): Promise<Preparation<DataOf<Contracts[Id]>>>;
  async prepare(id: string, input: unknown, options: ExecuteOptions = nothing): Promise<Preparation> {
    const call = this.#engine.open(id, options, undefined, true);
    const held = hold(input);
    try {
      return await (await this.#carefully()).prepare(call, held);
    } catch (error) {
      call.refuse("failed", ToolResult.fromError(error));
      return { status: "refused", execution: await call.completion() };
    }
  }

  /** Does what was decided about a call that `prepare` or an approver's request gave the token of. */
  async resume(
    token: string,
    decision: ApprovalDecision,
    options: ResumeOptions = nothing,
  ): Promise<ToolExecution> {
    return (await this.#carefully()).resume(token, decision, options);
  }

  /**
   * The token of a call that `prepare` was given before with the same tool, input, `toolCallId`, session, workspace and
   * metadata, and that still waits for approval: for the request that brings the decision.
   */
  async findApproval(
    id: string,
    input: unknown,
    options: ExecuteOptions,
  ): Promise<IssuedApproval | undefined> {
    return (await this.#carefully()).findApproval(id, hold(input), options);
  }

  /** Checks an input without running anything. */
  async validate(
    id: string,
    input: unknown,
    options: ExecuteOptions = nothing,
  ): Promise<ToolValidationResult> {
    return (await this.#carefully()).questions.validate(id, input, options);
  }

  /** One line that says what a call would do. */
  async getExecutionSummary(id: string, input: unknown, options: ExecuteOptions = nothing): Promise<string> {
    return (await this.#carefully()).questions.summarize(id, input, options);
  }

  /** The risk that a call would have; the tool's own when the input is not valid. */
  async getEffectiveRiskLevel(
    id: string,
    input: unknown,
    options: ExecuteOptions = nothing,
  ): Promise<RiskLevel> {
    return (await this.#carefully()).questions.riskOf(id, input, options);
  }

  /** The tools that calls are looked up in. */
  get registry(): ToolRegistry<Contracts> {
    return this.#registry;
  }

  /** What the surroundings offer, as the options say. */
  get availability(): ToolAvailabilityContext | undefined {
    return this.#options.availability;
  }

  /** What runs, what waits and what was given up but still runs; undefined when the backend does not tell. */
  get activity(): BackendActivity | undefined {
    return this.#engine.activity;
  }

  /**
   * Fails the call that this is called by, as far as `callScope` knows it: for a process that hears of a rejection which
   * nobody handled. False when there is no such call.
   */
  failCaller(error: unknown): boolean {
    return this.#engine.failCaller(error);
  }

  /** Listens to an event; the function that comes back stops it. */
  on<Event extends keyof ToolExecutorEvents>(
    event: Event,
    listener: ToolExecutorListener<Event>,
  ): () => void {
    return this.#engine.observer.events[event].add(listener);
  }

  /** Takes no more calls, ends what is running and gives up every timer. */
  dispose(options?: DisposeOptions): Promise<void> {
    return this.#engine.dispose(options);
  }

  /** Loads what records calls first; a call that cannot be recorded does not run. */
  async #dispatchRecorded(id: string, input: unknown, options: ExecuteOptions): Promise<ToolExecution> {
    try {
      await this.#carefully();
    } catch (error) {
      const call = this.#engine.open(id, options);
      call.refuse("failed", ToolResult.fromError(error));
      return call.completion();
    }
    return this.dispatch(id, input, options);
  }

  /** Takes a call as far as it comes without waiting. */
  #dispatch(call: ToolCall, input: unknown): void {
    try {
      const tool = this.#find(call)?.loaded;
      if (call.hasEnded) return;
      if (tool === undefined) return this.#engine.guard(call, this.#loadAndProceed(call, hold(input)));
      const plan = this.#engine.planOf(tool);
      this.#engine.begin(call, plan);
      const waiting = this.#proceed(call, plan, input);
      if (waiting === undefined) return;
      this.#engine.watch(call);
      this.#engine.guard(call, waiting);
    } catch (error) {
      call.refuse("failed", ToolResult.fromError(error));
    }
  }

  async #loadAndProceed(call: ToolCall, input: unknown): Promise<void> {
    const plan = await this.#load(call);
    if (plan !== undefined) await this.#proceed(call, plan, input);
  }

  /** Takes a call whose tool is known on; at once where nothing has to be waited for. */
  #proceed(call: ToolCall, plan: ToolPlan, input: unknown): Promise<void> | undefined {
    if (!plan.simple) return this.#proceedWithCare(call, plan, hold(input));
    const checked: MaybePromise<InputCheck<unknown>> = plan.tool.contract.checkInput(
      input,
      call.options.inject,
      this.#options,
    );
    if (!("valid" in checked)) return checked.then((settled) => this.#submit(call, settled));
    this.#submit(call, checked);
    return undefined;
  }

  async #proceedWithCare(call: ToolCall, plan: ToolPlan, input: unknown): Promise<void> {
    await (await this.#carefully()).proceed(call, plan, input);
  }

  #submit(call: ToolCall, checked: InputCheck<unknown>): void {
    if (checked.valid) {
      call.parameters = checked.params;
      call.input = checked.input;
      call.warnings = checked.warnings;
      this.#engine.submit(call);
    } else call.refuse("invalid", ToolResult.validationFailed(checked));
  }

  /** The tool that a call asks for; refuses the call when there is none. */
  #find(call: ToolCall): ToolHandle | undefined {
    // Models are not held to types: an id that is no text names nothing.
    const isNamed = !call.hasEnded && typeof (call.toolId as unknown) === "string";
    const handle = isNamed ? this.#registry.getTool(call.toolId) : undefined;
    if (handle === undefined) {
      call.refuse("notFound", ToolResult.failed(`Tool '${call.toolId}' not found`, "ToolNotFound"));
    } else call.toolId = handle.id;
    return handle;
  }

  /** Loads the tool that a call asks for and begins; undefined when the call has ended before. */
  async #load(call: ToolCall): Promise<ToolPlan | undefined> {
    const handle = this.#find(call);
    this.#engine.watch(call);
    try {
      const tool = await handle?.load();
      if (tool === undefined || call.hasEnded) return undefined;
      const plan = this.#engine.planOf(tool);
      this.#engine.begin(call, plan);
      return plan;
    } catch (error) {
      call.refuse("unavailable", makeFailure({ ...errorFromUnknown(error), code: "NotAvailable" }));
      return undefined;
    }
  }

  #carefully(): Promise<CarefulCalls> {
    return (this.#careful ??= import("./call/careful-calls.js").then(
      ({ CarefulCalls }) =>
        new CarefulCalls({
          engine: this.#engine,
          options: this.#options,
          registry: this.#registry,
          load: (call) => this.#load(call),
        }),
      (error: unknown) => {
        // The next call tries again.
        this.#careful = undefined;
        throw error;
      },
    ));
  }
}

/** The input as it is now, for a call that has to wait before it is validated; one that cannot be read is refused then. */
function hold(input: unknown): unknown {
  try {
    return snapshot(input);
  } catch {
    return input;
  }
}
