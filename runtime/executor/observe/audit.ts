import { nothing } from "../../result/none.js";
import type { ToolResult } from "../../result/tool-result.js";
import type { RiskLevel } from "../../tool/risk-level.js";
import type { ToolValidationWarning } from "../../validation/tool-validation-warning.js";
import type { ToolCall } from "../call/tool-call.js";
import type { ApprovalState, ToolExecution, ToolExecutionStatus } from "../tool-execution.js";

/** The fields of every record of the audit trail. */
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
  /** How often the implementation was run again. */
  readonly retries: number;
  readonly errorCode?: string;
  readonly warnings?: readonly ToolValidationWarning[];
}

/** One record of the audit trail; it holds no sensitive value and no result data. */
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

/** Masks sensitive values in a tool's own text. */
type Redact = (call: ToolCall, say: () => string) => string;

export function decisionRecord(
  call: ToolCall,
  decision: AuditDecision["decision"],
  parameters: unknown,
  { reason, summary, warnings }: DecisionDetails = nothing,
): AuditDecision {
  const { toolId, executionId, risk } = call;
  const record: Writable<AuditDecision> = { type: "decision", at: Date.now(), toolId, executionId, decision };
  addCaller(record, call);
  if (risk !== undefined) record.risk = risk;
  if (parameters !== undefined) record.parameters = parameters;
  if (reason !== undefined) record.reason = reason;
  if (summary !== undefined) record.summary = summary;
  if (warnings !== undefined) record.warnings = warnings;
  return record;
}

export function outcomeRecord(
  call: ToolCall,
  { status, approval, durationMs, result }: ToolExecution,
  redact: Redact,
): AuditOutcome {
  const { toolId, executionId, attempts } = call;
  const record: Writable<AuditOutcome> = {
    type: "outcome",
    at: Date.now(),
    toolId,
    executionId,
    status,
    approval,
    durationMs,
    retries: Math.max(0, attempts - 1),
  };
  addCaller(record, call);
  if (!result.success || result.warnings.length > 0) addReasons(record, call, result, redact);
  return record;
}

function addReasons(
  record: Writable<AuditOutcome>,
  call: ToolCall,
  { error, warnings }: ToolResult,
  redact: Redact,
): void {
  const code = error?.code;
  if (code !== undefined) record.errorCode = redact(call, () => code);
  if (warnings.length === 0) return;
  record.warnings = warnings.map((warning) => ({
    ...warning,
    message: redact(call, () => warning.message),
  }));
}

function addCaller(record: Writable<AuditFields>, { options: { sessionId, toolCallId } }: ToolCall): void {
  if (sessionId !== undefined) record.sessionId = sessionId;
  if (toolCallId !== undefined) record.toolCallId = toolCallId;
}
