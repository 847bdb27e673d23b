import { readDecision, type ApprovalDecision, type ApprovalRequest, type Approver } from "./approval.js";

/**
 * Asks an approver. It counts as a denial when the approver throws, returns no decision or is late, and when the call
 * has ended. The signal aborts when the decision is not needed any more.
 */
export async function askApprover(
  approve: Approver,
  request: ApprovalRequest,
  { timeout, ended }: { readonly timeout: number; readonly ended: AbortSignal },
): Promise<ApprovalDecision> {
  const controller = new AbortController();
  const { signal } = controller;
  const stopped = new Promise<ApprovalDecision>((resolve) => {
    const timer = setTimeout(() => resolve(unanswered("Nobody answered in time.")), timeout);
    const onEnd = (): void => resolve(unanswered("The call has ended."));
    signal.addEventListener("abort", () => clearTimeout(timer));
    ended.addEventListener("abort", onEnd, { signal });
    if (ended.aborted) onEnd();
  });
  const decision = await Promise.race([answerOf(approve, request, signal), stopped]);
  controller.abort();
  return decision;
}

async function answerOf(
  approve: Approver,
  request: ApprovalRequest,
  signal: AbortSignal,
): Promise<ApprovalDecision> {
  try {
    return readDecision(await approve(request, { signal }));
  } catch {
    return unanswered("The approver failed.");
  }
}

function unanswered(reason: string): ApprovalDecision {
  return { decision: "deny", reason, unattended: true };
}
