import { compareRisk, type RiskLevel } from "../../tool/risk-level.js";
import { toolMatcher } from "../../tool/tool-matcher.js";
import type { ToolIndexEntry } from "../../tool/tool-spec.js";
import type { ToolValidationWarning } from "../../validation/tool-validation-warning.js";
import { isString } from "../../validation/value-type.js";
import type { ApprovalStore } from "./approval-store.js";

/** An approval request. */
export interface ApprovalRequest {
  readonly toolId: string;
  readonly toolName: string;
  readonly executionId: string;
  readonly sessionId?: string;
  readonly summary: string;
  /** The effective risk. */
  readonly risk: RiskLevel;
  readonly warnings: readonly ToolValidationWarning[];
  /** A copy of the tool's parameters: sensitive values masked, injected values omitted. */
  readonly params: unknown;
  /** Valid for one `resume` until `expiresAt`. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** An approver's answer; any other value denies. */
export type ApprovalDecision =
  | { readonly decision: "approve" }
  | {
      readonly decision: "deny";
      readonly reason?: string;
      /** True if no person decided: then the result does not say that the user denied the call. */
      readonly unattended?: boolean;
    }
  | { readonly decision: "edit"; readonly params: unknown };

/** Decides whether a call may run. The signal aborts when the decision is no longer needed. */
export type Approver = (
  request: ApprovalRequest,
  options: { readonly signal: AbortSignal },
) => Promise<ApprovalDecision> | ApprovalDecision;

/** The store and the signing key of approvals. */
export interface ApprovalOptions {
  /** Signs the tokens. Processes that resume each other's calls must share it. @default random per process */
  readonly key?: string | Uint8Array;
  /** Stores pending calls. @default in memory */
  readonly store?: ApprovalStore;
}

/** Reads an approver's answer; anything but a valid decision denies. */
export function readDecision(answer: unknown): ApprovalDecision {
  try {
    // Reads each property once: a getter could return another value the second time.
    const { decision, params, reason, unattended } = answer as Readonly<Record<string, unknown>>;
    if (decision === "approve") return { decision };
    if (decision === "edit" && params !== undefined) return { decision, params };
    if (decision === "deny")
      return { decision, unattended: unattended === true, ...(isString(reason) && { reason }) };
  } catch {
    // An unreadable answer is invalid.
  }
  return unanswered("The approver did not return a valid decision.");
}

/** Denies a call because no person decided. */
export function unanswered(reason: string): ApprovalDecision {
  return { decision: "deny", reason, unattended: true };
}

/** Which calls run without approval, which need it, and which never run. */
export interface ApprovalPolicy {
  /** Calls up to this risk need no approval. @default `low` */
  readonly autoApproveUpTo?: RiskLevel;
  /** Tools that need no approval at any risk; names match as in `deny`. */
  readonly allow?: readonly string[];
  /** Tools that never run; overrides `allow`. Matches ids, wire names and former ids. */
  readonly deny?: readonly string[];
}

/** The policy's verdict on a call. */
export type PolicyVerdict = "run" | "ask" | "deny";

/** Whether a call runs, needs approval or is denied. */
export function applyPolicy(
  { deny, allow, autoApproveUpTo = "low" }: ApprovalPolicy,
  tool: Pick<ToolIndexEntry, "id" | "wireName" | "renamedFrom">,
  risk: RiskLevel,
): PolicyVerdict {
  if (toolMatcher(deny)(tool)) return "deny";
  if (toolMatcher(allow)(tool)) return "run";
  return compareRisk(risk, autoApproveUpTo) <= 0 ? "run" : "ask";
}
