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

/** The outcome of a call, with everything that is known about it. */
export class ToolExecution<Data = unknown> {
  readonly toolId: string;
  readonly executionId: string;
  readonly status: ToolExecutionStatus;
  readonly approval: ApprovalState;
  readonly durationMs: number;
  readonly result: ToolResult<Data>;
  readonly timedOut: boolean;
  readonly wasCancelled: boolean;
  /** Whether the policy or somebody let the call run to its end. */
  readonly wasApproved: boolean;
  /** Metadata to keep with the result. */
  declare readonly envelope: ToolResultEnvelope;
  readonly #record: ExecutionRecord;
  #envelope: ToolResultEnvelope | undefined;

  constructor(status: ToolExecutionStatus, result: ToolResult<Data>, record: ExecutionRecord) {
    const { toolId, executionId, approval, startTime, endTime } = record;
    this.toolId = toolId;
    this.executionId = executionId;
    this.status = status;
    this.approval = approval;
    this.durationMs = endTime - startTime;
    this.result = result;
    this.timedOut = status === "timedOut";
    this.wasCancelled = status === "cancelled";
    this.wasApproved = status === "completed" || approval === "approved" || approval === "edited";
    this.#record = record;
    Object.defineProperty(this, "envelope", ToolExecution.#lazyEnvelope);
  }

  /** A field of its own like the others; made when it is read, because most calls end without a look at it. */
  static readonly #lazyEnvelope = {
    enumerable: true,
    get(this: ToolExecution) {
      const { toolId: tool, provider, model, toolCallId, envelopeSpec } = this.#record;
      const { kind, data } = this.result;
      const createdAt = this.completedAt.toISOString();
      const init = { ...envelopeSpec, tool, kind, data, createdAt, provider, model, toolCallId };
      return (this.#envelope ??= createEnvelope(init));
    },
  };

  /** Each date is an object, which would be a quarter of the time of a call: `toJSON` copies them, a spread does not. */
  get startedAt(): Date {
    return new Date(dateOf(this.#record.startTime));
  }

  get completedAt(): Date {
    return new Date(dateOf(this.#record.endTime));
  }

  /** Every field. */
  toJSON(): object {
    const { startedAt, completedAt } = this;
    return Object.assign({ startedAt, completedAt }, this);
  }
}
