import type { ApprovalDecision, ApprovalRequest, Approver } from "../executor/approval/approval.js";

/** A rule's decision: approve, deny, a decision object, or a function of the request. */
export type ApprovalRule = Decision | ((request: ApprovalRequest) => Decision);

type Decision = "approve" | "deny" | ApprovalDecision;

/** An approver for tests that records all requests. */
export interface RuleApprover extends Approver {
  readonly requests: readonly ApprovalRequest[];
}

/** Creates an approver that uses the rule of the tool's id, or else `*`; denies tools without a rule. */
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
