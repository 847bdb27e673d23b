import { makeFailure, ToolResult } from "../../result/tool-result.js";
import type { ToolCall } from "../call/tool-call.js";
import type { AuditDecision } from "../observe/audit.js";
import type { ApprovalDecision } from "./approval.js";

type Denial = Omit<Extract<ApprovalDecision, { decision: "deny" }>, "decision">;

/** Ends a call that was denied. A denial that no person decided on does not claim that one did. */
export function denyCall(call: ToolCall, { reason, unattended = false }: Denial): void {
  refuse(call, "denied", reason, !unattended);
}

/** Ends a call that was denied without a person's decision. */
export function denyUnattended(call: ToolCall, reason: string): void {
  refuse(call, "denied", reason);
}

/** Ends a call that the policy does not allow at all. */
export function forbidCall(call: ToolCall): void {
  refuse(call, "forbidden", "The policy forbids this tool.");
}

/** Ends a call whose token was not accepted. */
export function refuseToken(call: ToolCall, reason: string): void {
  refuse(call, "refused", reason);
}

function refuse(
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
