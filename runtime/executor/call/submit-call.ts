import type { RunOutcome } from "../backend/execution-backend.js";
import { now } from "../clock.js";
import type { ToolCall } from "./tool-call.js";

/** Submits an allowed call to the backend. */
export function submitCall(call: ToolCall): void {
  if (call.hasEnded) return;
  const { plan, host } = call;
  if (plan?.claims !== undefined) call.claims = plan.claims(call.effectiveParameters);
  if (call.approval === "notRequired") host.observer.decided(call, "allowed");
  call.watch();
  if (call.span !== undefined) call.submitTime = now();
  attempt(call);
}

/** Pauses the timeout of a call during approval. */
export function stopClock(call: ToolCall): void {
  call.host.deadlines.forget(call);
  call.host.paused.add(call);
  call.pausedAt = now();
}

/** Resumes the timeout of a call if it was paused. */
export function continueClock(call: ToolCall): void {
  const { paused } = call.host;
  if (paused.size === 0 || !paused.delete(call)) return;
  call.approvalMs = now() - call.pausedAt;
  call.deadline += call.approvalMs;
}

/** Withdraws a call that ended before its tool did. */
export function withdrawCall(call: ToolCall): void {
  // The backend does not know it.
  if (call.attempts === 0) return;
  try {
    call.host.backend.withdraw(call);
  } catch (error) {
    call.host.observer.logFailure("The backend", error);
  }
}

/** Whether the call is retried after this outcome; if so, schedules the retry. */
export function retryCall(call: ToolCall, outcome: RunOutcome): boolean {
  const { options, isDisposed } = call.host;
  const left = (call.plan?.retries ?? 0) - call.attempts + 1;
  if (left <= 0 || outcome.type === "rejected" || isDisposed) return false;
  const delay = options.retryDelay * 2 ** (call.attempts - 1);
  if (delay >= call.remainingMs()) return false;
  call.retryTimer = setTimeout(() => attempt(call), delay);
  return true;
}

function attempt(call: ToolCall): void {
  call.attempts++;
  try {
    call.host.backend.submit(call);
  } catch (error) {
    call.fail(error);
  }
}
