import { errorFromUnknown } from "../../result/error-from-unknown.js";
import { presentFields } from "../../result/present-fields.js";
import { makeFailure, ToolResult } from "../../result/tool-result.js";
import { compareRisk } from "../../tool/risk-level.js";
import { summarize } from "../call/execution-summary.js";
import { type CallAssessment, acceptCall, prepareCall } from "../call/prepare-call.js";
import { continueClock, stopClock, submitCall } from "../call/submit-call.js";
import type { ToolCall } from "../call/tool-call.js";
import type { ToolPlan } from "../call/tool-plan.js";
import type { ExecuteOptions } from "../executor-options.js";
import type { AuditDecision } from "../observe/audit.js";
import { withoutInjected } from "../observe/copy-parameters.js";
import { maskedWarnings, redact } from "../observe/redact.js";
import type { AcceptedToken } from "./approval-issuer.js";
import type { ApprovalScope } from "./approval-store.js";
import {
  applyPolicy,
  type PolicyVerdict,
  type ApprovalRequest,
  readDecision,
  type ApprovalDecision,
  type Approver,
  unanswered,
} from "./approval.js";
import { mergeEdit } from "./merge-edit.js";

/** Maximum requests for one call; an edit that raises the risk needs another. */
const maxRounds = 5;

/** Submits a prepared call, denies it, or requests approval first. */
export function decideCall(
  call: ToolCall,
  plan: ToolPlan,
  prepared: CallAssessment,
): Promise<void> | undefined {
  if (!acceptCall(call, prepared)) return undefined;
  const verdict = verdictOf(call, plan, prepared);
  if (verdict === "ask") return askForApproval(call, plan, prepared);
  if (verdict === "run") submitCall(call);
  else forbidCall(call);
  return undefined;
}

/** The policy's verdict on a prepared call. */
export function verdictOf(
  { host }: ToolCall,
  { spec, verdict }: ToolPlan,
  { risk }: CallAssessment,
): PolicyVerdict {
  return risk === spec.risk ? verdict : applyPolicy(host.options.policy, spec, risk);
}

/** Applies the decision to a call when its token is redeemed. */
export async function resumeCall(
  call: ToolCall,
  plan: ToolPlan,
  { pending, claims }: AcceptedToken,
  decision: ApprovalDecision,
): Promise<void> {
  const { approvals, options } = call.host;
  if (!(await approvals.coversContract(claims, plan.tool.contract))) {
    return denyCall(call, "invalidToken", "The tool has changed since the approval was requested.");
  }
  call.risk = pending.risk;
  call.parameters = pending.input;
  if (decision.decision === "deny")
    return denyCall(call, "denied", decision.reason, decision.unattended !== true);
  // The requesting process may have had another policy.
  if (applyPolicy(options.policy, plan.spec, pending.risk) === "deny") return forbidCall(call);
  const prepared = await prepareCall(call, plan, pending.input);
  if (!acceptCall(call, prepared)) return;
  const shown = withoutInjected(prepared.params, plan.spec);
  const riskier = compareRisk(prepared.risk, pending.risk) > 0;
  if (riskier || !(await approvals.coversParams(claims, pending, shown))) {
    return denyCall(call, "invalidToken", "The call, its paths or risk changed after the approval request.");
  }
  // The stored input is already normalized, so only the original warnings apply.
  call.warnings = pending.warnings;
  const again = await apply(decision, call, plan, prepared);
  if (again !== undefined) {
    const reason = `The edited call is ${again.risk} risk, higher than the original. Request approval again.`;
    denyCall(call, "denied", reason);
  }
  if (call.approval !== "notRequired") submitCall(call);
}

/** Asks the configured approver and submits the call if approved. The call's timeout is paused meanwhile. */
async function askForApproval(call: ToolCall, plan: ToolPlan, prepared: CallAssessment): Promise<void> {
  const { approve } = call.host.options;
  if (approve === undefined) {
    const reason = `This call is ${prepared.risk} risk and needs approval, but no approver is configured.`;
    return denyCall(call, "denied", reason);
  }
  stopClock(call);
  try {
    let current: CallAssessment | undefined = prepared;
    for (let round = 0; current !== undefined && round < maxRounds; round++) {
      current = await askOnce(call, plan, current, approve);
    }
    if (current !== undefined) denyCall(call, "denied", "The call was edited too many times.");
  } catch (error) {
    denyCall(call, "denied", `The approval could not be requested: ${errorFromUnknown(error).message}`);
  }
  continueClock(call);
  // A denied call has ended; an undecided one is not submitted.
  if (call.approval !== "notRequired") submitCall(call);
}

/** Asks once; returns an edited call that needs approval again because its risk rose. */
async function askOnce(
  call: ToolCall,
  plan: ToolPlan,
  prepared: CallAssessment,
  approve: Approver,
): Promise<CallAssessment | undefined> {
  const request = await requestApproval(call, plan, prepared);
  const decision = await askApprover(call, approve, request);
  const redeemed = await call.host.approvals.redeem(request.token, decision);
  if (call.hasEnded) return undefined;
  if (redeemed.ok || decision.decision === "deny") return apply(decision, call, plan, prepared);
  denyCall(call, "invalidToken", redeemed.reason);
  return undefined;
}

/**
 * Asks an approver. Denies when the approver throws, returns no decision or times out, or when the call has ended.
 * The signal aborts when the decision is no longer needed.
 */
async function askApprover(
  call: ToolCall,
  approve: Approver,
  request: ApprovalRequest,
): Promise<ApprovalDecision> {
  const ended = call.signal();
  const controller = new AbortController();
  const { signal } = controller;
  const stopped = new Promise<ApprovalDecision>((resolve) => {
    const onLate = (): void => resolve(unanswered("The approval request timed out."));
    const onEnd = (): void => resolve(unanswered("The call has ended."));
    const timer = setTimeout(onLate, call.host.options.approvalTimeout);
    signal.addEventListener("abort", () => clearTimeout(timer));
    ended.addEventListener("abort", onEnd, { signal });
    if (ended.aborted) onEnd();
  });
  const answer = (async () => readDecision(await approve(request, { signal })))();
  const decision = await Promise.race([answer.catch(() => unanswered("The approver failed.")), stopped]);
  controller.abort();
  return decision;
}

/** Applies a decision; returns an edited call that needs approval again because its risk rose. */
async function apply(
  decision: ApprovalDecision,
  call: ToolCall,
  plan: ToolPlan,
  prepared: CallAssessment,
): Promise<CallAssessment | undefined> {
  if (decision.decision === "deny") {
    denyCall(call, "denied", decision.reason, decision.unattended !== true);
    return undefined;
  }
  if (decision.decision === "edit") {
    const { parameters } = call;
    const edited = await prepareCall(call, plan, editedInput(decision.params, plan, prepared));
    if (edited.refusal !== undefined) call.approval = "edited";
    if (!acceptCall(call, edited)) return undefined;
    call.parameters = parameters;
    call.modifiedParameters = edited.params;
    if (compareRisk(edited.risk, prepared.risk) > 0) return edited;
  }
  // A later round may approve an earlier edit.
  call.approval = call.modifiedParameters === undefined ? "approved" : "edited";
  call.host.observer.decided(call, call.approval);
  return undefined;
}

/** An unreadable edit is rejected like an unreadable input. */
function editedInput(edited: unknown, { spec }: ToolPlan, { params, input }: CallAssessment): unknown {
  try {
    return mergeEdit(edited, redact(params, spec, input), input);
  } catch {
    return undefined;
  }
}

/** Creates the approval request and its token. */
export async function requestApproval(
  call: ToolCall,
  { tool, spec }: ToolPlan,
  prepared: CallAssessment,
): Promise<ApprovalRequest> {
  const { params, displayed, input, sent, risk, warnings } = prepared;
  const { executionId, sessionId, host } = call;
  const summary = summarize(tool, displayed, input);
  const { token, expiresAt } = await host.approvals.issue({
    toolId: spec.id,
    executionId,
    input,
    sent,
    summary,
    risk,
    warnings,
    scope: scopeOf(call.options),
    contract: tool.contract,
    params: withoutInjected(params, spec),
  });
  const shownWarnings = maskedWarnings(call, warnings);
  host.observer.decided(call, "pending", { summary, warnings: shownWarnings });
  return {
    toolId: spec.id,
    toolName: spec.name,
    executionId,
    ...presentFields({ sessionId }),
    summary,
    risk,
    warnings: shownWarnings,
    params: redact(params, spec, input),
    token,
    expiresAt: new Date(expiresAt),
  };
}

/** The call options to store with a pending call. */
export function scopeOf(options: ExecuteOptions): ApprovalScope {
  const { sessionId, toolCallId, provider, model, workspacePath, metadata } = options;
  return presentFields({ sessionId, toolCallId, provider, model, workspacePath, metadata });
}

/** Ends a call that may not run. The result says "by user" only if `isByPerson`. */
export function denyCall(
  call: ToolCall,
  decision: AuditDecision["decision"],
  reason: string | undefined,
  isByPerson = false,
): void {
  if (call.hasEnded) return;
  call.approval = "denied";
  call.host.observer.decided(call, decision, { reason });
  const message = "Operation was denied";
  const result = isByPerson
    ? ToolResult.denied(reason)
    : makeFailure({ code: "Denied", message }, { message: reason ?? message });
  call.refuse("denied", result);
}

/** Ends a call of a tool that the policy denies. */
export function forbidCall(call: ToolCall): void {
  denyCall(call, "forbidden", "The policy forbids this tool.");
}
