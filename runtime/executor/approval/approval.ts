import type { RiskLevel } from "../../tool/risk-level.js";
import type { ToolValidationWarning } from "../../validation/tool-validation-warning.js";
import type { ApprovalStore } from "./approval-store.js";

/** What an approver is asked. */
export interface ApprovalRequest {
  readonly toolId: string;
  readonly toolName: string;
  readonly executionId: string;
  readonly sessionId?: string;
  /** One line that says what the call will do. */
  readonly summary: string;
  /** The risk of this very call. */
  readonly risk: RiskLevel;
  readonly warnings: readonly ToolValidationWarning[];
  /** A copy of what the tool will receive; sensitive values are masked, injected ones left out. */
  readonly params: unknown;
  /** Good for one `resume` until `expiresAt`. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** What an approver may answer. Anything else denies. */
export type ApprovalDecision =
  | { readonly decision: "approve" }
  | {
      readonly decision: "deny";
      readonly reason?: string;
      /** That nobody was asked, so that the result does not claim a person said no. */
      readonly unattended?: boolean;
    }
  | { readonly decision: "edit"; readonly params: unknown };

/** Decides whether a call may run. The signal aborts when the decision is not needed any more. */
export type Approver = (
  request: ApprovalRequest,
  options: { readonly signal: AbortSignal },
) => Promise<ApprovalDecision> | ApprovalDecision;

/** Where approvals wait and what signs their tokens. */
export interface ApprovalOptions {
  /** Signs the tokens; processes that resume each other's calls share it. Random for each process unless given. */
  readonly key?: string | Uint8Array;
  /** Keeps what is pending; in memory unless given. */
  readonly store?: ApprovalStore;
}

/** Reads an approver's answer; whatever is not clearly a decision denies. */
export function readDecision(answer: unknown): ApprovalDecision {
  try {
    if (typeof answer !== "object" || answer === null) return nonsense;
    // Each property is read once, so that a getter cannot answer differently the second time.
    const decision: unknown = Reflect.get(answer, "decision");
    if (decision === "approve") return { decision };
    if (decision === "edit" && "params" in answer) return { decision, params: answer.params };
    if (decision !== "deny") return nonsense;
    const reason: unknown = Reflect.get(answer, "reason");
    const unattended = Reflect.get(answer, "unattended") === true;
    return { decision, unattended, ...(typeof reason === "string" && { reason }) };
  } catch {
    return nonsense;
  }
}

const nonsense: ApprovalDecision = Object.freeze({
  decision: "deny",
  reason: "The approver's answer was not a decision.",
  unattended: true,
});
