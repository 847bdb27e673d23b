import { createEnvelope, type ToolResultEnvelope } from "../envelope/tool-result-envelope.js";
import type { ToolResult } from "../result/tool-result.js";
import type { EnvelopeSpec } from "../tool/tool-spec.js";
import { dateOf } from "./clock.js";

/** How an execution ended. */
export type ToolExecutionStatus =
  | "completed"
  | "failed"
  | "invalid"
  | "denied"
  | "cancelled"
  | "timedOut"
  | "unavailable"
  | "notFound"
  | "rejected"
  | "unknown";

/** Whether a call was approved: nobody had to, somebody did, as asked or with other parameters, or nobody did. */
export type ApprovalState = "notRequired" | "approved" | "edited" | "denied";

/** What an execution knows of its call when it ends. */
export interface ExecutionRecord {
  readonly toolId: string;
  readonly executionId: string;
  readonly approval: ApprovalState;
  /** On the clock of calls. */
  readonly startTime: number;
  readonly endTime: number;
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly toolCallId?: string | undefined;
  readonly envelopeSpec?: EnvelopeSpec | undefined;
}

/** What a call came to, with everything that is known about it. */
export class ToolExecution<Data = unknown> {
  readonly status: ToolExecutionStatus;
  readonly result: ToolResult<Data>;
  readonly #record: ExecutionRecord;
  #envelope: ToolResultEnvelope | undefined;

  constructor(status: ToolExecutionStatus, result: ToolResult<Data>, record: ExecutionRecord) {
    this.status = status;
    this.result = result;
    this.#record = record;
  }

  get toolId(): string {
    return this.#record.toolId;
  }

  get executionId(): string {
    return this.#record.executionId;
  }

  get approval(): ApprovalState {
    return this.#record.approval;
  }

  get durationMs(): number {
    return this.#record.endTime - this.#record.startTime;
  }

  get startedAt(): Date {
    return new Date(dateOf(this.#record.startTime));
  }

  get completedAt(): Date {
    return new Date(dateOf(this.#record.endTime));
  }

  get timedOut(): boolean {
    return this.status === "timedOut";
  }

  get wasCancelled(): boolean {
    return this.status === "cancelled";
  }

  /** Whether the policy or somebody let the call run to its end. */
  get wasApproved(): boolean {
    return this.status === "completed" || this.approval === "approved" || this.approval === "edited";
  }

  /** Metadata to keep with the result; made when it is read. */
  get envelope(): ToolResultEnvelope {
    const { toolId, provider, model, toolCallId, envelopeSpec } = this.#record;
    return (this.#envelope ??= createEnvelope({
      ...envelopeSpec,
      tool: toolId,
      kind: this.result.kind,
      createdAt: this.completedAt.toISOString(),
      provider,
      model,
      toolCallId,
    }));
  }

  toJSON(): Record<string, unknown> {
    const { toolId, executionId, status, durationMs, result, envelope, approval } = this;
    return { toolId, executionId, status, approval, durationMs, result, envelope };
  }
}
