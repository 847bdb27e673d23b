import { nothing } from "../../result/none.js";
import type { RiskLevel } from "../../tool/risk-level.js";
import type { ToolValidationWarning } from "../../validation/tool-validation-warning.js";
import type { ToolCall } from "../call/tool-call.js";
import { now } from "../clock.js";
import type { ExecuteOptions } from "../executor-options.js";
import type { ApprovalState, ToolExecution, ToolExecutionStatus } from "../tool-execution.js";
import { maskedText, maskedWarnings } from "./redact.js";

/** The fields of every audit record. */
export interface AuditFields {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly toolId: string;
  readonly executionId: string;
  readonly sessionId?: string;
  readonly toolCallId?: string;
}

/** The decision whether a call may run. */
export interface AuditDecision extends AuditFields {
  readonly type: "decision";
  /**
   * By the policy: `allowed`, `forbidden`. By the approver: `approved`, `edited`, `denied`. `pending`: the call waits
   * for approval. `invalidToken`: its approval token was rejected.
   */
  readonly decision: "allowed" | "forbidden" | "pending" | "approved" | "edited" | "denied" | "invalidToken";
  readonly risk?: RiskLevel;
  readonly reason?: string;
  readonly summary?: string;
  /** Sensitive values masked, injected values omitted. */
  readonly parameters?: unknown;
  readonly warnings?: readonly ToolValidationWarning[];
}

/** A call ended. */
export interface AuditOutcome extends AuditFields {
  readonly type: "outcome";
  readonly status: ToolExecutionStatus;
  readonly approval: ApprovalState;
  readonly durationMs: number;
  /** How often the tool was retried. */
  readonly retries: number;
  readonly errorCode?: string;
  readonly warnings?: readonly ToolValidationWarning[];
}

/** One audit record, without sensitive values or result data. */
export type AuditRecord = AuditDecision | AuditOutcome;

/** Receives every decision and outcome. */
export type AuditHook = (record: AuditRecord) => unknown;

type Writable<Fields> = { -readonly [Name in keyof Fields]: Fields[Name] };

/** The details of a decision. */
export interface DecisionDetails {
  readonly reason?: string | undefined;
  readonly summary?: string;
  readonly warnings?: readonly ToolValidationWarning[];
}

export function decisionRecord(
  { toolId, executionId, risk, options, startedAt, startTime }: ToolCall,
  decision: AuditDecision["decision"],
  parameters: unknown,
  { reason, summary, warnings }: DecisionDetails = nothing,
): AuditDecision {
  // Computed as `completedAt` is, so that a decision is never later than its outcome.
  const at = Math.trunc(startedAt + (now() - startTime));
  const record: Writable<AuditDecision> = { type: "decision", at, toolId, executionId, decision };
  addCaller(record, options);
  if (risk !== undefined) record.risk = risk;
  if (parameters !== undefined) record.parameters = parameters;
  if (reason !== undefined) record.reason = reason;
  if (summary !== undefined) record.summary = summary;
  if (warnings !== undefined) record.warnings = warnings;
  return record;
}

export function outcomeRecord(
  call: ToolCall,
  { status, approval, completedAt, durationMs, result }: ToolExecution,
): AuditOutcome {
  const { toolId, executionId, attempts } = call;
  const record: Writable<AuditOutcome> = {
    type: "outcome",
    at: completedAt.getTime(),
    toolId,
    executionId,
    status,
    approval,
    durationMs,
    retries: Math.max(0, attempts - 1),
  };
  addCaller(record, call.options);
  if (result.success && result.warnings.length === 0) return record;
  const code = result.error?.code;
  if (code !== undefined) record.errorCode = maskedText(call, () => code);
  if (result.warnings.length > 0) record.warnings = maskedWarnings(call, result.warnings);
  return record;
}

function addCaller(record: Writable<AuditFields>, { sessionId, toolCallId }: ExecuteOptions): void {
  if (sessionId !== undefined) record.sessionId = sessionId;
  if (toolCallId !== undefined) record.toolCallId = toolCallId;
}
