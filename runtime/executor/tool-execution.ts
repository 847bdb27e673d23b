import {
  contentTypeOf,
  toPayloadPath,
  envelopeVersion,
  type ToolResultEnvelope,
} from "../envelope/tool-result-envelope.js";
import type { ToolResult } from "../result/tool-result.js";
import type { ToolSpec } from "../tool/tool-spec.js";
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

/** The state of a call when it ends. */
export interface EndedCall {
  readonly toolId: string;
  readonly executionId: string;
  readonly approval: ApprovalState;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly options: Pick<ExecuteOptions, "provider" | "model" | "toolCallId">;
  readonly plan?: { readonly spec: Pick<ToolSpec, "envelope"> } | undefined;
}

/** The outcome of a call and everything known about it; plain fields, so that a spread copies all of them. */
export class ToolExecution<Data = unknown> {
  readonly toolId: string;
  readonly executionId: string;
  readonly status: ToolExecutionStatus;
  readonly approval: ApprovalState;
  readonly startedAt: Date;
  readonly completedAt: Date;
  readonly durationMs: number;
  readonly result: ToolResult<Data>;
  /** Metadata to keep with the result. */
  readonly envelope: ToolResultEnvelope;
  readonly timedOut: boolean;
  readonly wasCancelled: boolean;
  /** True for approved calls, and for completed calls that needed no approval; `approval` distinguishes them. */
  readonly wasApproved: boolean;

  constructor(status: ToolExecutionStatus, result: ToolResult<Data>, call: EndedCall) {
    const { approval, startedAt, durationMs } = call;
    this.toolId = call.toolId;
    this.executionId = call.executionId;
    this.status = status;
    this.approval = approval;
    this.startedAt = new Date(startedAt);
    this.completedAt = new Date(startedAt + durationMs);
    this.durationMs = durationMs;
    this.result = result;
    this.envelope = envelopeOf(call, result, this.completedAt);
    this.timedOut = status === "timedOut";
    this.wasCancelled = status === "cancelled";
    this.wasApproved = status === "completed" || approval === "approved" || approval === "edited";
  }
}

type WritableEnvelope = { -readonly [Name in keyof ToolResultEnvelope]: ToolResultEnvelope[Name] };

/** Assigns the fields one by one instead of calling `createEnvelope`, because every call makes an envelope. */
function envelopeOf(
  { toolId: tool, options, plan }: EndedCall,
  { kind, data, content }: ToolResult,
  completedAt: Date,
): ToolResultEnvelope {
  const { provider, model, toolCallId } = options;
  const fixed = plan?.spec.envelope;
  const contentType = contentTypeOf((data === undefined && content[0]?.type) || kind, data);
  const createdAt = isoText(completedAt);
  const payloadPath = toPayloadPath(fixed?.payloadPath);
  const common = { version: envelopeVersion, tool, contentType, createdAt, payloadPath };
  const envelope: WritableEnvelope = fixed === undefined ? common : { ...common, ...fixed, payloadPath };
  if (provider !== undefined) envelope.provider = provider;
  if (model !== undefined) envelope.model = model;
  if (toolCallId !== undefined) envelope.toolCallId = toolCallId;
  return envelope;
}

let lastTime = Number.NaN;
let lastText = "";

/** Cached per millisecond, because formatting takes as long as a call. */
function isoText(date: Date): string {
  const time = date.getTime();
  if (time !== lastTime) {
    lastTime = time;
    lastText = date.toISOString();
  }
  return lastText;
}
