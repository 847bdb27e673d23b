import { errorFromUnknown } from "../../result/error-from-unknown.js";
import { presentFields } from "../../result/present-fields.js";
import { makeFailure, ToolResult } from "../../result/tool-result.js";
import type { ToolFailure } from "../../result/tool-outcome.js";
import { compareRisk } from "../../tool/risk-level.js";
import type { CallEngine } from "../call/call-engine.js";
import { summarize } from "../call/execution-summary.js";
import type { Prepared } from "../call/prepare-call.js";
import type { ToolCall } from "../call/tool-call.js";
import type { ToolPlan } from "../call/tool-plan.js";
import type { ExecuteOptions } from "../executor-options.js";
import type { AuditDecision } from "../observe/audit.js";
import type { DecisionDetails } from "../observe/call-recorder.js";
import { withoutInjected } from "../observe/copy-parameters.js";
import { redact } from "../observe/redact.js";
import type { SettledOptions } from "../settle-options.js";
import type { AcceptedApproval, ApprovalDesk } from "./approval-desk.js";
import { judge } from "./approval-policy.js";
import type { PendingScope } from "./approval-store.js";
import type { ApprovalDecision, ApprovalRequest, Approver } from "./approval.js";
import { askApprover } from "./ask-approver.js";
import { mergeEdit } from "./merge-edit.js";

/** How often an approver may raise the risk of a call by editing it before it is denied. */
const maxRounds = 5;

/** What the flow needs of its executor. */
export interface ApprovalFlowOptions extends Pick<SettledOptions, "approve" | "approvalTimeout" | "policy"> {
  readonly engine: CallEngine;
  readonly desk: ApprovalDesk;
  /** Prepares a call once more; undefined when it was refused. */
  readonly prepare: (call: ToolCall, plan: ToolPlan, input: unknown) => Promise<Prepared | undefined>;
}

/** The one way to an approval: a request with a token, a decision, and the token taken back before anything runs. */
export class ApprovalFlow {
  readonly #options: ApprovalFlowOptions;

  constructor(options: ApprovalFlowOptions) {
    this.#options = options;
  }

  /** Makes the request for a prepared call. */
  async request(call: ToolCall, plan: ToolPlan, prepared: Prepared): Promise<ApprovalRequest> {
    const { desk } = this.#options;
    const { spec } = plan;
    const { params, seen, input, sent, risk, warnings } = prepared;
    const { executionId, sessionId } = call;
    const summary = summarize(plan.tool, seen, input);
    const { token, expiresAt } = await desk.issue({
      toolId: spec.id,
      executionId,
      input,
      sent,
      summary,
      risk,
      warnings,
      scope: scopeOf(call.options),
      contract: plan.tool.contract,
      params: withoutInjected(params, spec),
    });
    this.#record(call, "asked", { summary, warnings });
    return {
      toolId: spec.id,
      toolName: spec.name,
      executionId,
      ...presentFields({ sessionId }),
      summary,
      risk,
      warnings,
      params: redact(params, spec, input),
      token,
      expiresAt: new Date(expiresAt),
    };
  }

  /** Asks the executor's own approver and submits the call if it may run. */
  async ask(call: ToolCall, plan: ToolPlan, prepared: Prepared): Promise<void> {
    const { engine, approve } = this.#options;
    if (approve === undefined) {
      return this.#denyUnasked(
        call,
        `This call is ${prepared.risk} risk and needs approval, but no approver is configured.`,
      );
    }
    engine.pause(call);
    try {
      let current: Prepared | undefined = prepared;
      for (let round = 0; current !== undefined && round < maxRounds; round++) {
        current = await this.#askOnce(call, plan, current, approve);
      }
      if (current !== undefined) this.#denyUnasked(call, "The call was edited too often.");
    } catch (error) {
      this.#denyUnasked(call, `The approval could not be asked for: ${errorFromUnknown(error).message}`);
    }
    engine.unpause(call);
    // A call that was denied has ended; one that nobody decided on is not submitted.
    if (call.approval !== "notRequired") engine.submit(call);
  }

  /** Takes a token back and does what was decided. */
  async resume(
    call: ToolCall,
    plan: ToolPlan,
    { pending, claims }: AcceptedApproval,
    decision: ApprovalDecision,
  ): Promise<void> {
    const { engine, desk, policy, prepare } = this.#options;
    if (!(await desk.coversContract(claims, plan.tool.contract))) {
      return this.refuseToken(call, "The tool has changed since the approval was requested.");
    }
    call.risk = pending.risk;
    call.parameters = pending.input;
    if (decision.decision === "deny") return this.#deny(call, decision);
    // The process that asked may have had another policy.
    if (judge(policy, plan.spec, pending.risk) === "deny") return this.forbid(call);
    const prepared = await prepare(call, plan, pending.input);
    if (prepared === undefined) return;
    const shown = withoutInjected(prepared.params, plan.spec);
    const riskier = compareRisk(prepared.risk, pending.risk) > 0;
    if (riskier || !(await desk.coversParams(claims, pending, shown))) {
      return this.refuseToken(call, "What the call would do has changed since the approval was requested.");
    }
    call.parameters = prepared.params;
    call.input = prepared.input;
    // What was kept is what the schema takes: former names and strings are gone from it.
    call.warnings = pending.warnings;
    const again = await this.#decide(call, plan, prepared, decision);
    if (again !== undefined) {
      this.#denyUnasked(call, `The edited call has ${again.risk} risk, more than was asked for. Ask again.`);
    }
    if (call.approval !== "notRequired") engine.submit(call);
  }

  /** Refuses a call that the policy does not allow at all. */
  forbid(call: ToolCall): void {
    this.#refuse(call, "forbidden", "The policy forbids this tool.");
  }

  /** Refuses a call whose token was not accepted. */
  refuseToken(call: ToolCall, reason: string): void {
    this.#refuse(call, "refused", reason);
  }

  async #askOnce(
    call: ToolCall,
    plan: ToolPlan,
    prepared: Prepared,
    approve: Approver,
  ): Promise<Prepared | undefined> {
    const { desk, approvalTimeout: timeout } = this.#options;
    const request = await this.request(call, plan, prepared);
    const decision = await askApprover(approve, request, { timeout, ended: call.signal() });
    const redeemed = await desk.redeem(request.token);
    if (call.hasEnded) return undefined;
    if (!redeemed.ok && decision.decision !== "deny") {
      this.refuseToken(call, redeemed.reason);
      return undefined;
    }
    return this.#decide(call, plan, prepared, decision);
  }

  /** Does what was decided; an edit that raises the risk comes back, because it has to be asked for again. */
  async #decide(
    call: ToolCall,
    plan: ToolPlan,
    prepared: Prepared,
    decision: ApprovalDecision,
  ): Promise<Prepared | undefined> {
    const { prepare } = this.#options;
    if (decision.decision === "deny") {
      this.#deny(call, decision);
      return undefined;
    }
    if (decision.decision === "approve") {
      // A second round approves what the first one edited.
      call.approval = call.modifiedParameters === undefined ? "approved" : "edited";
      this.#record(call, call.approval);
      return undefined;
    }
    const edited = await prepare(call, plan, editedInput(decision.params, plan, prepared));
    if (edited === undefined) return undefined;
    call.modifiedParameters = edited.params;
    call.input = edited.input;
    call.risk = edited.risk;
    if (compareRisk(edited.risk, prepared.risk) > 0) return edited;
    call.approval = "edited";
    this.#record(call, "edited");
    return undefined;
  }

  #record(call: ToolCall, decision: AuditDecision["decision"], details?: DecisionDetails): void {
    this.#options.engine.observer.recorder?.decided(call, decision, details);
  }

  #deny(call: ToolCall, { reason, unattended = false }: Denial): void {
    this.#refuse(call, "denied", reason, !unattended);
  }

  #denyUnasked(call: ToolCall, reason: string): void {
    this.#refuse(call, "denied", reason);
  }

  #refuse(
    call: ToolCall,
    decision: AuditDecision["decision"],
    reason: string | undefined,
    isByPerson = false,
  ): void {
    if (call.hasEnded) return;
    call.approval = "denied";
    this.#record(call, decision, { reason });
    call.refuse("denied", isByPerson ? ToolResult.denied(reason) : deniedByNobody(reason));
  }
}

/** An edit that cannot be read is refused like an input that cannot. */
function editedInput(edited: unknown, { spec }: ToolPlan, { params, input }: Prepared): unknown {
  try {
    return mergeEdit(edited, redact(params, spec, input), input);
  } catch {
    return undefined;
  }
}

type Denial = Extract<ApprovalDecision, { decision: "deny" }>;

/** A denial that no person decided on: it does not claim that one did. */
function deniedByNobody(reason: string | undefined): ToolFailure {
  const message = "Operation was denied";
  return makeFailure({ code: "Denied", message }, { message: reason ?? message });
}

/** The part of a call's options that is kept with it. */
export function scopeOf(options: ExecuteOptions): PendingScope {
  const { sessionId, toolCallId, provider, model, workspacePath, metadata } = options;
  return presentFields({ sessionId, toolCallId, provider, model, workspacePath, metadata });
}
