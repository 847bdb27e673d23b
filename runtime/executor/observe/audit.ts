import type { RiskLevel } from "../../tool/risk-level.js";
import type { ToolValidationWarning } from "../../validation/tool-validation-warning.js";
import type { ApprovalState, ToolExecutionStatus } from "../tool-execution.js";

/** What every record of the audit trail says. */
export interface AuditFields {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly toolId: string;
  readonly executionId: string;
  readonly sessionId?: string;
  readonly toolCallId?: string;
}

/** Somebody, or the policy, decided whether a call may run. */
export interface AuditDecision extends AuditFields {
  readonly type: "decision";
  /**
   * `allowed` and `forbidden` by the policy, `asked` when an approval was requested, `approved`, `edited` and
   * `denied` by whoever was asked, `refused` when a token was not accepted.
   */
  readonly decision: "allowed" | "forbidden" | "asked" | "approved" | "edited" | "denied" | "refused";
  readonly risk?: RiskLevel;
  readonly reason?: string;
  readonly summary?: string;
  /** Sensitive values are masked, injected ones left out. */
  readonly parameters?: unknown;
  readonly warnings?: readonly ToolValidationWarning[];
}

/** A call ended. */
export interface AuditOutcome extends AuditFields {
  readonly type: "outcome";
  readonly status: ToolExecutionStatus;
  readonly approval: ApprovalState;
  readonly durationMs: number;
  /** How often the body was run again. */
  readonly retries: number;
  readonly errorCode?: string;
  readonly warnings?: readonly ToolValidationWarning[];
}

/** One record of the audit trail; it holds no sensitive value and no result data. */
export type AuditRecord = AuditDecision | AuditOutcome;

/** Receives every decision and outcome. */
export type AuditHook = (record: AuditRecord) => unknown;
