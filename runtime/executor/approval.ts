import type { RiskLevel } from "../tool/risk-level.js";
import type { ToolValidationWarning } from "../validation/tool-validation-error.js";

/** What an approver is asked. */
export interface ApprovalRequest {
  readonly toolId: string;
  readonly toolName: string;
  readonly executionId: string;
  /** One line that says what the call will do. */
  readonly summary: string;
  /** The risk of this very call. */
  readonly risk: RiskLevel;
  readonly warnings: readonly ToolValidationWarning[];
  /** What the tool will receive. */
  readonly params: unknown;
}

/** What an approver may answer. Anything else denies. */
export type ApprovalDecision =
  | { readonly decision: "approve" }
  | { readonly decision: "deny"; readonly reason?: string }
  | { readonly decision: "edit"; readonly params: unknown };

/** Asks somebody whether a call may run. */
export type Approver = (
  request: ApprovalRequest,
  options: { readonly signal: AbortSignal },
) => Promise<ApprovalDecision> | ApprovalDecision;

/** Reads an approver's answer; whatever is not clearly a decision denies. */
export function readDecision(answer: unknown): ApprovalDecision {
  if (typeof answer === "object" && answer !== null && "decision" in answer) {
    if (answer.decision === "approve") return { decision: "approve" };
    if (answer.decision === "edit" && "params" in answer) return { decision: "edit", params: answer.params };
    if (answer.decision === "deny" && "reason" in answer && typeof answer.reason === "string") {
      return { decision: "deny", reason: answer.reason };
    }
  }
  return { decision: "deny" };
}
