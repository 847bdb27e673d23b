import type { ToolLookup } from "../../registry/tool-lookup.js";
import { errorFromUnknown } from "../../result/error-from-unknown.js";
import { presentFields } from "../../result/present-fields.js";
import { ApprovalDesk, type AcceptedApproval, type IssuedApproval } from "../approval/approval-desk.js";
import { ApprovalFlow, scopeOf } from "../approval/approval-flow.js";
import { judge, type PolicyVerdict } from "../approval/approval-policy.js";
import { readDecision, type ApprovalDecision } from "../approval/approval.js";
import { assertJson } from "../approval/assert-json.js";
import type { Preparation } from "../approval/preparation.js";
import { doubtsAbout } from "../doubtful-options.js";
import type { ExecuteOptions, ResumeOptions } from "../executor-options.js";
import { CallRecorder } from "../observe/call-recorder.js";
import type { SettledOptions } from "../settle-options.js";
import type { ToolExecution } from "../tool-execution.js";
import type { CallEngine } from "./call-engine.js";
import { CallQuestions } from "./call-questions.js";
import { completePlan } from "./complete-plan.js";
import { prepareCall, type Prepared } from "./prepare-call.js";
import type { ToolCall } from "./tool-call.js";
import type { ToolPlan } from "./tool-plan.js";

/** What careful calls need of their executor. */
export interface CarefulCallsOptions {
  readonly engine: CallEngine;
  readonly options: SettledOptions;
  readonly registry: ToolLookup;
  /** Loads the tool that a call asks for and begins; undefined when the call has ended before. */
  readonly load: (call: ToolCall) => Promise<ToolPlan | undefined>;
}

/**
 * Everything about calls that a valid input alone does not settle: availability, paths, rules, policy, approval.
 *
 * An executor imports it when it first needs it, because many applications never do.
 */
export class CarefulCalls {
  readonly questions: CallQuestions;
  readonly #executor: CarefulCallsOptions;
  readonly #desk: ApprovalDesk;
  readonly #approvals: ApprovalFlow;

  constructor(executor: CarefulCallsOptions) {
    const { engine, options, registry } = executor;
    if (engine.observer.lacksRecorder) engine.observer.recorder = new CallRecorder(options);
    // Whoever keeps no log does without the metadata of all tools.
    if (options.logger !== undefined) {
      for (const doubt of doubtsAbout(options, registry)) engine.observer.recorder?.log("warn", doubt);
    }
    this.#executor = executor;
    this.questions = new CallQuestions(registry, options);
    this.#desk = new ApprovalDesk(options.approvals, options.approvalTimeout);
    this.#approvals = new ApprovalFlow({
      ...options,
      engine,
      desk: this.#desk,
      prepare: (call, plan, input) => this.#prepareOrRefuse(call, plan, input),
    });
  }

  /** Takes a call whose tool is known from its input to its submission, its refusal or its approver. */
  async proceed(call: ToolCall, plan: ToolPlan, input: unknown): Promise<void> {
    const prepared = await this.#prepareOrRefuse(call, plan, input);
    if (prepared === undefined) return;
    const verdict = this.#accept(call, plan, prepared);
    if (verdict === "run") this.#executor.engine.submit(call);
    else if (verdict === "deny") this.#approvals.forbid(call);
    else await this.#approvals.ask(call, plan, prepared);
  }

  /** The outcome of preparing a call. */
  async prepare(call: ToolCall, input: unknown): Promise<Preparation> {
    const refused = call.completion().then((execution): Preparation => ({ status: "refused", execution }));
    const preparation = await Promise.race([refused, this.#prepareQuietly(call, input)]);
    this.#executor.engine.release(call);
    return preparation ?? refused;
  }

  /** Takes a token back and does what was decided about its call. */
  async resume(token: string, decision: ApprovalDecision, options: ResumeOptions): Promise<ToolExecution> {
    const { engine } = this.#executor;
    const { signal, services, inject, onProgress } = options;
    const brought = presentFields({ signal, services, inject, onProgress });
    if (engine.isDisposed) return engine.open("unknown", brought).completion();
    const redeemed = await this.#desk.redeem(token).catch((error: unknown) => {
      const reason = `The approval could not be looked up: ${errorFromUnknown(error).message}`;
      return { ok: false, reason, toolId: undefined } as const;
    });
    if (!redeemed.ok) {
      const call = engine.open(redeemed.toolId ?? "unknown", brought);
      this.#approvals.refuseToken(call, redeemed.reason);
      return call.completion();
    }
    const { toolId, executionId, scope } = redeemed.pending;
    const call = engine.open(toolId, { ...scope, executionId, ...brought });
    engine.guard(call, this.#resume(call, redeemed, readDecision(decision)));
    return call.completion();
  }

  /** The approval that waits for a call like this one. */
  findApproval(id: string, input: unknown, options: ExecuteOptions): Promise<IssuedApproval | undefined> {
    const toolId = this.#executor.registry.getTool(id)?.id ?? id;
    return this.#desk.find(toolId, input, scopeOf(options));
  }

  async #resume(call: ToolCall, redeemed: AcceptedApproval, decision: ApprovalDecision): Promise<void> {
    const plan = await this.#executor.load(call);
    if (plan !== undefined) await this.#approvals.resume(call, plan, redeemed, decision);
  }

  /** Undefined when the call was refused. */
  async #prepareQuietly(call: ToolCall, input: unknown): Promise<Preparation | undefined> {
    const plan = await this.#executor.load(call);
    const prepared = plan && (await this.#prepareOrRefuse(call, plan, input));
    if (plan === undefined || prepared === undefined) return undefined;
    const verdict = this.#accept(call, plan, prepared);
    if (verdict === "run") {
      return { status: "ready", run: () => this.#runPrepared(call.options, plan, prepared) };
    }
    if (verdict === "deny") {
      this.#approvals.forbid(call);
      return undefined;
    }
    const { metadata } = call.options;
    assertJson({ input: prepared.input, metadata });
    const request = await this.#approvals.request(call, plan, prepared);
    return { status: "approvalRequired", request, token: request.token, expiresAt: request.expiresAt };
  }

  #runPrepared(options: ExecuteOptions, plan: ToolPlan, prepared: Prepared): Promise<ToolExecution> {
    const { engine } = this.#executor;
    const call = engine.open(plan.spec.id, options);
    if (!call.hasEnded) {
      engine.begin(call, plan);
      this.#accept(call, plan, prepared);
      engine.submit(call);
    }
    return call.completion();
  }

  async #prepareOrRefuse(call: ToolCall, plan: ToolPlan, input: unknown): Promise<Prepared | undefined> {
    const { options, registry } = this.#executor;
    const { paths, lenient } = options;
    const { workspacePath, inject } = call.options;
    completePlan(plan, options, registry);
    const prepared = await prepareCall(plan, input, { paths, lenient, workspacePath, inject });
    if (call.hasEnded) return undefined;
    if (prepared.ok) {
      call.warnings = prepared.warnings;
      return prepared;
    }
    call.refuse(prepared.status, prepared.result);
    return undefined;
  }

  #accept(call: ToolCall, plan: ToolPlan, { params, input, risk, warnings }: Prepared): PolicyVerdict {
    call.parameters = params;
    call.input = input;
    call.warnings = warnings;
    call.risk = risk;
    return judge(this.#executor.options.policy, plan.spec, risk);
  }
}
