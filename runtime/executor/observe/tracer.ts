import type { ToolCall } from "../call/tool-call.js";
import type { ToolExecution } from "../tool-execution.js";
import { maskedText } from "./redact.js";

/** A span attribute value. */
export type SpanAttribute = string | number | boolean;

/** The part of an OpenTelemetry span that the executor uses. */
export interface Span {
  setAttribute(key: string, value: SpanAttribute): unknown;
  setStatus(status: { code: 0 | 1 | 2; message?: string }): unknown;
  end(): void;
  /** Identifies the span to other processes. */
  spanContext?(): { readonly traceId: string; readonly spanId: string; readonly traceFlags: number };
}

/** The part of an OpenTelemetry tracer that the executor uses, such as `trace.getTracer("…")`. */
export interface Tracer {
  startSpan(name: string, options?: { attributes?: Record<string, SpanAttribute> }): Span;
}

/** OpenTelemetry's span status for errors. */
const spanStatusError = 2;

/** Starts the span of a call, named after OpenTelemetry's conventions for generative AI. */
export function startSpan(tracer: Tracer, { toolId, executionId, options: { toolCallId } }: ToolCall): Span {
  const attributes: Record<string, SpanAttribute> = {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": toolId,
    "toolkiln.execution_id": executionId,
  };
  if (toolCallId !== undefined) attributes["gen_ai.tool.call.id"] = toolCallId;
  return tracer.startSpan(`execute_tool ${toolId}`, { attributes });
}

/** Ends the span of a call with its outcome and timing. */
export function endSpan(span: Span, call: ToolCall, { status, result }: ToolExecution): void {
  const { submitTime, runTime, endTime, approval, approvalMs } = call;
  span.setAttribute("toolkiln.risk", call.risk ?? "medium");
  span.setAttribute("toolkiln.status", status);
  span.setAttribute("toolkiln.approval", approval);
  span.setAttribute("toolkiln.approval_ms", approvalMs);
  span.setAttribute("toolkiln.queue_ms", submitTime === 0 ? 0 : (runTime || endTime) - submitTime);
  span.setAttribute("toolkiln.run_ms", runTime === 0 ? 0 : endTime - runTime);
  if (!result.success) {
    const type = maskedText(call, () => result.error.code ?? "Error");
    span.setAttribute("error.type", type);
    span.setStatus({ code: spanStatusError });
  }
  span.end();
}
