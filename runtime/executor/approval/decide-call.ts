import { compareRisk } from "../../tool/risk-level.js";
import { acceptCall, prepareCall, type CallAssessment } from "../call/prepare-call.js";
import { continueClock, stopClock, submitCall } from "../call/submit-call.js";
import type { ToolCall } from "../call/tool-call.js";
import type { ToolPlan } from "../call/tool-plan.js";
import { errorFromUnknown } from "../../result/error-from-unknown.js";
import { withoutInjected } from "../observe/copy-parameters.js";
import { redact } from "../observe/redact.js";
import type { AcceptedApproval } from "./approval-desk.js";
import { judge, type PolicyVerdict } from "./approval-policy.js";
import { readDecision, type ApprovalDecision, type ApprovalRequest, type Approver } from "./approval.js";
import { denyCall, denyUnattended, forbidCall, refuseToken } from "./deny-call.js";
import { mergeEdit } from "./merge-edit.js";
import { requestApproval } from "./request-approval.js";

/** How often an approver may raise the risk of a call by editing it before it is denied. */
const maxRounds = 5;

/** Submits a prepared call, refuses it, or asks for its approval first. */
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

/** What the policy says of a prepared call. */
export function verdictOf(
  { host }: ToolCall,
  { spec, verdict }: ToolPlan,
  { risk }: CallAssessment,
): PolicyVerdict {
  return risk === spec.risk ? verdict : judge(host.options.policy, spec, risk);
}

/** Does what was decided about a call whose token was taken back. */
export async function resumeCall(
  call: ToolCall,
  plan: ToolPlan,
  { pending, claims }: AcceptedApproval,
  decision: ApprovalDecision,
): Promise<void> {
  const { approvals, options } = call.host;
  if (!(await approvals.coversContract(claims, plan.tool.contract))) {
    return refuseToken(call, "The tool has changed since the approval was requested.");
  }
  call.risk = pending.risk;
  call.parameters = pending.input;
  if (decision.decision === "deny") return denyCall(call, decision);
  // The process that asked may have had another policy.
  if (judge(options.policy, plan.spec, pending.risk) === "deny") return forbidCall(call);
  const prepared = await prepareCall(call, plan, pending.input);
  if (!acceptCall(call, prepared)) return;
  const shown = withoutInjected(prepared.params, plan.spec);
  const riskier = compareRisk(prepared.risk, pending.risk) > 0;
  if (riskier || !(await approvals.coversParams(claims, pending, shown))) {
    return refuseToken(call, "What the call would do has changed since the approval was requested.");
  }
  // What was kept is what the schema takes: former names and strings are gone from it.
  call.warnings = pending.warnings;
  const again = await apply(decision, call, plan, prepared);
  if (again !== undefined) {
    denyUnattended(call, `The edited call has ${again.risk} risk, more than was asked for. Ask again.`);
  }
  if (call.approval !== "notRequired") submitCall(call);
}

/** Asks the executor's own approver and submits the call if it may run. The call's clock stands still meanwhile. */
async function askForApproval(call: ToolCall, plan: ToolPlan, prepared: CallAssessment): Promise<void> {
  const { approve } = call.host.options;
  if (approve === undefined) {
    const reason = `This call is ${prepared.risk} risk and needs approval, but no approver is configured.`;
    return denyUnattended(call, reason);
  }
  stopClock(call);
  try {
    let current: CallAssessment | undefined = prepared;
    for (let round = 0; current !== undefined && round < maxRounds; round++) {
      current = await askOnce(call, plan, current, approve);
    }
    if (current !== undefined) denyUnattended(call, "The call was edited too often.");
  } catch (error) {
    denyUnattended(call, `The approval could not be requested: ${errorFromUnknown(error).message}`);
  }
  continueClock(call);
  // A call that was denied has ended; one that nobody decided on is not submitted.
  if (call.approval !== "notRequired") submitCall(call);
}

/** Asks once; an edit that raises the risk comes back, because it has to be asked for again. */
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
  refuseToken(call, redeemed.reason);
  return undefined;
}

/**
 * Asks an approver. It counts as a denial when the approver throws, returns no decision or is late, and when the call
 * has ended. The signal aborts when the decision is not needed any more.
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
    const onLate = (): void => resolve(unanswered("Nobody answered in time."));
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

function unanswered(reason: string): ApprovalDecision {
  return { decision: "deny", reason, unattended: true };
}

/** Does what was decided; an edit that raises the risk comes back, because it has to be asked for again. */
async function apply(
  decision: ApprovalDecision,
  call: ToolCall,
  plan: ToolPlan,
  prepared: CallAssessment,
): Promise<CallAssessment | undefined> {
  if (decision.decision === "deny") {
    denyCall(call, decision);
    return undefined;
  }
  if (decision.decision === "edit") {
    const { parameters } = call;
    const edited = await prepareCall(call, plan, editedInput(decision.params, plan, prepared));
    if (!acceptCall(call, edited)) return undefined;
    call.parameters = parameters;
    call.modifiedParameters = edited.params;
    if (compareRisk(edited.risk, prepared.risk) > 0) return edited;
  }
  // A second round approves what the first one edited.
  call.approval = call.modifiedParameters === undefined ? "approved" : "edited";
  call.host.observer.decided(call, call.approval);
  return undefined;
}

/** An edit that cannot be read is refused like an input that cannot. */
function editedInput(edited: unknown, { spec }: ToolPlan, { params, input }: CallAssessment): unknown {
  try {
    return mergeEdit(edited, redact(params, spec, input), input);
  } catch {
    return undefined;
  }
}
