import type { ApprovalDecision, ApprovalRequest, Approver } from "../executor/approval/approval.js";

/** What a rule decides: approve, deny, whole decisions, or a function of the request. */
export type ApprovalRule =
  | "approve"
  | "deny"
  | ApprovalDecision
  | ((request: ApprovalRequest) => "approve" | "deny" | ApprovalDecision);

/** An approver for tests, with every request that it got. */
export interface RuleApprover extends Approver {
  readonly requests: readonly ApprovalRequest[];
}

/** Makes an approver that decides by the tool's id; `*` stands for all other tools, which are denied without it. */
export function approveByRule(rules: Readonly<Record<string, ApprovalRule>>): RuleApprover {
  const requests: ApprovalRequest[] = [];
  const approve: Approver = (request) => {
    requests.push(request);
    const rule = new Map(Object.entries(rules)).get(request.toolId) ?? rules["*"] ?? "deny";
    const decision = typeof rule === "function" ? rule(request) : rule;
    return typeof decision === "string" ? { decision } : decision;
  };
  return Object.assign(approve, { requests });
}
