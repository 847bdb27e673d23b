import { createEnvelope, type ToolResultEnvelope } from "../envelope/tool-result-envelope.js";
import type { ToolResult } from "../result/tool-result.js";
import type { ToolSpec } from "../tool/tool-spec.js";
import { dateOf } from "./clock.js";
import type { ExecuteOptions } from "./executor-options.js";

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

/** Whether a call was approved: not required, approved as requested, approved with edits, or denied. */
export type ApprovalState = "notRequired" | "approved" | "edited" | "denied";

/** What an execution knows of its call when it ends. */
export interface ExecutionRecord {
  readonly toolId: string;
  readonly executionId: string;
  readonly approval: ApprovalState;
  /** On the clock of calls. */
  readonly startTime: number;
  readonly endTime: number;
  readonly options: Pick<ExecuteOptions, "provider" | "model" | "toolCallId">;
  readonly plan?: { readonly spec: Pick<ToolSpec, "envelope"> } | undefined;
}

/**
 * The outcome of a call, with everything that is known about it.
 *
 * Its id, dates and envelope are made when they are read, because most calls end without a look at them: `toJSON` copies every
 * field, a spread leaves these four out.
 */
export class ToolExecution<Data = unknown> {
  readonly toolId: string;
  readonly status: ToolExecutionStatus;
  readonly approval: ApprovalState;
  readonly durationMs: number;
  readonly result: ToolResult<Data>;
  readonly timedOut: boolean;
  readonly wasCancelled: boolean;
  /** Whether the policy or somebody let the call run to its end. */
  readonly wasApproved: boolean;
  readonly #record: ExecutionRecord;
  #envelope: ToolResultEnvelope | undefined;

  constructor(status: ToolExecutionStatus, result: ToolResult<Data>, record: ExecutionRecord) {
    const { toolId, approval, startTime, endTime } = record;
    this.toolId = toolId;
    this.status = status;
    this.approval = approval;
    this.durationMs = endTime - startTime;
    this.result = result;
    this.timedOut = status === "timedOut";
    this.wasCancelled = status === "cancelled";
    this.wasApproved = status === "completed" || approval === "approved" || approval === "edited";
    this.#record = record;
  }

  get executionId(): string {
    return this.#record.executionId;
  }

  get startedAt(): Date {
    return new Date(dateOf(this.#record.startTime));
  }

  get completedAt(): Date {
    return new Date(dateOf(this.#record.endTime));
  }

  /** Metadata to keep with the result. */
  get envelope(): ToolResultEnvelope {
    const { toolId: tool, options, plan } = this.#record;
    const { provider, model, toolCallId } = options;
    const { kind: own, data, content } = this.result;
    const kind = (data === undefined && content[0]?.type) || own;
    const createdAt = this.completedAt.toISOString();
    const init = { ...plan?.spec.envelope, tool, kind, data, createdAt, provider, model, toolCallId };
    return (this.#envelope ??= createEnvelope(init));
  }

  /** Every field. */
  toJSON(): object {
    const { executionId, startedAt, completedAt, envelope } = this;
    return Object.assign({ executionId, startedAt, completedAt, envelope }, this);
  }
}
