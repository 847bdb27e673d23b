import type { ToolAvailabilityContext } from "../registry/tool-availability-context.js";
import type { ToolHandle } from "../registry/tool-handle.js";
import type { AnyContracts, ToolRegistry } from "../registry/tool-registry.js";
import { errorFromUnknown } from "../result/error-from-unknown.js";
import { makeFailure, ToolResult } from "../result/tool-result.js";
import type { ContractMap, DataOf, InjectedOf, InputOf, ToolIdOf } from "../tool/contract-types.js";
import type { RiskLevel } from "../tool/risk-level.js";
import { snapshot } from "../validation/snapshot.js";
import type { ToolValidationResult } from "../validation/tool-validation-result.js";
import { ApprovalDesk, type AcceptedApproval } from "./approval/approval-desk.js";
import { ApprovalFlow } from "./approval/approval-flow.js";
import { judge, type ApprovalPolicy } from "./approval/approval-policy.js";
import { readDecision, type ApprovalDecision } from "./approval/approval.js";
import type { Preparation } from "./approval/preparation.js";
import type { BackendActivity } from "./backend/execution-backend.js";
import { CallEngine } from "./call/call-engine.js";
import { CallQuestions } from "./call/call-questions.js";
import { prepareCall, type Prepared, type Refusal } from "./call/prepare-call.js";
import type { ToolCall } from "./call/tool-call.js";
import type { ToolPlan } from "./call/tool-plan.js";
import { checkOptions } from "./check-options.js";
import type {
  DisposeOptions,
  ExecuteArguments,
  ExecuteOptions,
  ResumeOptions,
  ToolExecutorOptions,
} from "./executor-options.js";
import type { ToolExecutorEvents, ToolExecutorListener } from "./observe/event-hub.js";
import type { ToolExecution } from "./tool-execution.js";

const noOptions: ExecuteOptions = Object.freeze({});

/** Runs the tools of a registry: validates, asks for approval, limits, watches and records every call. */
export class ToolExecutor<Contracts extends ContractMap<Contracts> = AnyContracts> {
  readonly #registry: ToolRegistry<Contracts>;
  readonly #options: ToolExecutorOptions;
  readonly #policy: ApprovalPolicy;
  readonly #engine: CallEngine;
  readonly #desk: ApprovalDesk;
  readonly #approvals: ApprovalFlow;
  readonly #questions: CallQuestions;

  constructor(registry: ToolRegistry<Contracts>, options: ToolExecutorOptions = {}) {
    checkOptions(options);
    const { approvalTimeout: timeout = 300_000, approve } = options;
    // A copy, because a policy that changes later would hold for some tools and not for others.
    const policy = structuredClone(options.policy ?? {});
    this.#registry = registry;
    this.#options = { ...options, policy };
    this.#policy = policy;
    this.#engine = new CallEngine(this.#options, (call, input) => this.#dispatch(call, input));
    this.#questions = new CallQuestions((id) => registry.getTool(id), this.#options);
    this.#desk = new ApprovalDesk(options.approvals ?? {}, timeout);
    this.#approvals = new ApprovalFlow({
      engine: this.#engine,
      desk: this.#desk,
      policy,
      approve,
      timeout,
      prepare: (call, plan, input) => this.#prepareCall(call, plan, input),
    });
    if (this.#desk.keyStrength < 16) {
      this.#engine.observer.log("warn", "approvals.key is short; 32 random bytes are hard to guess.");
    }
  }

  /** Calls a tool. Never rejects for what a tool does: look at `status` and `result`. */
  execute<Id extends ToolIdOf<Contracts>>(
    id: Id,
    input: InputOf<Contracts[Id]>,
    ...options: ExecuteArguments<InjectedOf<Contracts[Id]>>
  ): Promise<ToolExecution<DataOf<Contracts[Id]>>>;
  execute(id: string, input: unknown, options: ExecuteOptions = noOptions): Promise<ToolExecution> {
    return this.dispatch(id, input, options);
  }

  /** Calls a tool whose id and input are known only at run time. */
  dispatch(id: string, input: unknown, options: ExecuteOptions = noOptions): Promise<ToolExecution> {
    const call = this.#engine.open(id, options);
    this.#dispatch(call, input);
    return call.completion();
  }

  /** Does everything that comes before a call runs, and tells whether somebody has to approve it. */
  prepare<Id extends ToolIdOf<Contracts>>(
    id: Id,
    input: InputOf<Contracts[Id]>,
    ...options: ExecuteArguments<InjectedOf<Contracts[Id]>>
  ): Promise<Preparation<DataOf<Contracts[Id]>>>;
  async prepare(id: string, input: unknown, options: ExecuteOptions = noOptions): Promise<Preparation> {
    const call = this.#engine.open(id, options, undefined, true);
    const refused = call.completion().then((execution): Preparation => ({ status: "refused", execution }));
    const prepared = this.#prepareQuietly(call, hold(input)).catch((error: unknown) => {
      call.refuse("failed", ToolResult.fromError(error));
      return undefined;
    });
    const preparation = await Promise.race([refused, prepared]);
    this.#engine.release(call);
    return preparation ?? refused;
  }

  /** Does what was decided about a call that `prepare` or an approver's request gave the token of. */
  async resume(
    token: string,
    decision: ApprovalDecision,
    options: ResumeOptions = noOptions,
  ): Promise<ToolExecution> {
    const { signal, services, inject, onProgress } = options;
    const brought = {
      ...(signal !== undefined && { signal }),
      ...(services !== undefined && { services }),
      ...(inject !== undefined && { inject }),
      ...(onProgress !== undefined && { onProgress }),
    };
    if (this.#engine.isDisposed) return this.#engine.open("unknown", brought).completion();
    const redeemed = await this.#desk.redeem(token).catch((error: unknown) => {
      const reason = `The approval could not be looked up: ${errorFromUnknown(error).message}`;
      return { ok: false, reason, toolId: undefined } as const;
    });
    if (!redeemed.ok) {
      const call = this.#engine.open(redeemed.toolId ?? "unknown", brought);
      this.#approvals.refuseToken(call, redeemed.reason);
      return call.completion();
    }
    const { toolId, executionId, scope } = redeemed.pending;
    const call = this.#engine.open(toolId, { ...scope, executionId, ...brought });
    this.#guard(call, this.#resume(call, redeemed, readDecision(decision)));
    return call.completion();
  }

  /** Checks an input without running anything. */
  validate(id: string, input: unknown, options: ExecuteOptions = noOptions): Promise<ToolValidationResult> {
    return this.#questions.validate(id, input, options);
  }

  /** One line that says what a call would do. */
  getExecutionSummary(id: string, input: unknown, options: ExecuteOptions = noOptions): Promise<string> {
    return this.#questions.summarize(id, input, options);
  }

  /** The risk that a call would have; the tool's own when the input is not valid. */
  getEffectiveRiskLevel(id: string, input: unknown, options: ExecuteOptions = noOptions): Promise<RiskLevel> {
    return this.#questions.riskOf(id, input, options);
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

  /** Listens to an event; the function that comes back stops it. */
  on<Event extends keyof ToolExecutorEvents>(
    event: Event,
    listener: ToolExecutorListener<Event>,
  ): () => void {
    return this.#engine.observer.events.on(event, listener);
  }

  /** Takes no more calls, ends what is running and gives up every timer. */
  dispose(options?: DisposeOptions): Promise<void> {
    return this.#engine.dispose(options);
  }

  /** Takes a call as far as it comes without waiting. */
  #dispatch(call: ToolCall, input: unknown): void {
    try {
      const tool = this.#find(call)?.loaded;
      if (call.hasEnded) return;
      const plan = tool && this.#engine.planOf(tool);
      if (plan === undefined) return this.#guard(call, this.#proceedWithCare(call, undefined, hold(input)));
      this.#engine.begin(call, plan);
      const checked = plan.simple && plan.tool.contract.checkInput(input, call.options.inject, this.#options);
      if (checked === false || checked instanceof Promise) {
        this.#engine.watch(call);
        this.#guard(call, this.#proceedWithCare(call, plan, hold(input)));
      } else if (checked.valid) {
        call.parameters = checked.params;
        this.#engine.submit(call);
      } else call.refuse("invalid", ToolResult.validationFailed(checked));
    } catch (error) {
      call.refuse("failed", ToolResult.fromError(error));
    }
  }

  /** The tool that a call asks for; refuses the call when there is none. */
  #find(call: ToolCall): ToolHandle | undefined {
    const handle = call.hasEnded ? undefined : this.#registry.getTool(call.toolId);
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

  async #resume(call: ToolCall, redeemed: AcceptedApproval, decision: ApprovalDecision): Promise<void> {
    const plan = await this.#load(call);
    if (plan !== undefined) await this.#approvals.resume(call, plan, redeemed, decision);
  }

  async #proceedWithCare(call: ToolCall, known: ToolPlan | undefined, input: unknown): Promise<void> {
    const plan = known ?? (await this.#load(call));
    const prepared = plan && (await this.#prepareCall(call, plan, input));
    if (plan === undefined || prepared === undefined || call.hasEnded) return;
    if (!prepared.ok) return call.refuse(prepared.status, prepared.result);
    const verdict = this.#accept(call, plan, prepared);
    if (verdict === "run") return this.#engine.submit(call);
    return verdict === "deny" ? this.#approvals.forbid(call) : this.#approvals.ask(call, plan, prepared);
  }

  /** What preparing a call comes to; undefined when the call was refused. */
  async #prepareQuietly(call: ToolCall, input: unknown): Promise<Preparation | undefined> {
    const plan = await this.#load(call);
    const prepared = plan && (await this.#prepareCall(call, plan, input));
    if (plan === undefined || prepared === undefined || call.hasEnded) return undefined;
    if (!prepared.ok) {
      call.refuse(prepared.status, prepared.result);
      return undefined;
    }
    const verdict = this.#accept(call, plan, prepared);
    if (verdict === "run") {
      return { status: "ready", run: () => this.#runPrepared(call.options, plan, prepared) };
    }
    if (verdict === "deny") {
      this.#approvals.forbid(call);
      return undefined;
    }
    const request = await this.#approvals.request(call, plan, prepared);
    return { status: "approvalRequired", request, token: request.token, expiresAt: request.expiresAt };
  }

  #runPrepared(options: ExecuteOptions, plan: ToolPlan, prepared: Prepared): Promise<ToolExecution> {
    const call = this.#engine.open(plan.spec.id, options);
    if (!call.hasEnded) {
      this.#engine.begin(call, plan);
      this.#accept(call, plan, prepared);
      this.#engine.submit(call);
    }
    return call.completion();
  }

  #prepareCall(call: ToolCall, plan: ToolPlan, input: unknown): Promise<Prepared | Refusal> {
    const { paths, lenient = false } = this.#options;
    const { workspacePath, inject } = call.options;
    return prepareCall(plan, input, { paths, lenient, workspacePath, inject });
  }

  #accept(call: ToolCall, plan: ToolPlan, { params, risk }: Prepared): ReturnType<typeof judge> {
    call.parameters = params;
    call.risk = risk;
    return judge(this.#policy, plan.spec, risk);
  }

  /** Whatever goes wrong on the way is the call's result. */
  #guard(call: ToolCall, work: Promise<void>): void {
    work.catch((error: unknown) => call.refuse("failed", ToolResult.fromError(error)));
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
