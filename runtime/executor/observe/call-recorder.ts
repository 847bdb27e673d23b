import { callSafely } from "../../registry/listeners.js";
import { errorFromUnknown } from "../../result/error-from-unknown.js";
import { oneLine, toLogSummary } from "../../result/log-summary.js";
import { presentFields } from "../../result/present-fields.js";
import { writeData } from "../../result/serialized-data.js";
import type { ToolValidationWarning } from "../../validation/tool-validation-warning.js";
import type { ToolCall } from "../call/tool-call.js";
import type { ToolExecutorOptions } from "../executor-options.js";
import type { ToolExecution, ToolExecutionStatus } from "../tool-execution.js";
import type { AuditDecision, AuditFields, AuditRecord } from "./audit.js";
import { redact, redacted, redactText } from "./redact.js";
import { thrownAt } from "./thrown-at.js";
import { spanStatusError, type Span } from "./tracer.js";
import { visibleText } from "./visible-text.js";

/** Characters of a log message at most. */
const maxLogLength = 2000;

/** How loudly the log tells of calls that did not end well. */
const levels: Partial<Record<ToolExecutionStatus, "warn" | "error">> = {
  failed: "error",
  timedOut: "warn",
  notFound: "warn",
};

/** What is said of a decision beside the call it is about. */
export interface DecisionDetails {
  readonly reason?: string | undefined;
  readonly summary?: string;
  readonly warnings?: readonly ToolValidationWarning[];
}

/** Writes down what happens to calls: in the log, the audit trail and the trace. None of them can disturb a call. */
export class CallRecorder {
  readonly #options: ToolExecutorOptions;

  constructor(options: ToolExecutorOptions) {
    this.#options = options;
  }

  started(call: ToolCall): void {
    const { logger, tracer } = this.#options;
    if (logger !== undefined) this.log("info", `Starting tool execution: ${nameOf(call)}`);
    if (tracer !== undefined) this.#startSpan(call);
  }

  decided(call: ToolCall, decision: AuditDecision["decision"], details?: DecisionDetails): void {
    const { audit, logParameters } = this.#options;
    if (audit === undefined && logParameters !== true) return;
    const { risk, plan } = call;
    const parameters = plan && redact(call.effectiveParameters, plan.spec, call.input);
    if (logParameters === true) {
      const { text } = writeData(parameters, maxLogLength);
      this.log("info", `Parameters of ${nameOf(call)} (${decision}): ${text}`);
    }
    this.#audit({
      type: "decision",
      ...fieldsOf(call),
      decision,
      ...presentFields({ risk, parameters, ...details }),
    });
  }

  completed(call: ToolCall, execution: ToolExecution): void {
    const { audit, logger } = this.#options;
    // A tool that judges its parameters may quote them.
    const warnings = execution.result.warnings.map((warning) => ({
      ...warning,
      message: inOwnWords(call, () => warning.message),
    }));
    for (const { message } of warnings) this.log("warn", `${nameOf(call)}: ${message}`);
    if (logger !== undefined) this.#logCompletion(call, execution);
    if (call.span !== undefined) this.#endSpan(call.span, call, execution);
    if (audit === undefined) return;
    const { status, result, durationMs, approval } = execution;
    const code = result.error?.code;
    this.#audit({
      type: "outcome",
      ...fieldsOf(call),
      status,
      approval,
      durationMs,
      retries: Math.max(0, call.attempts - 1),
      ...(code !== undefined && { errorCode: inOwnWords(call, () => code) }),
      ...(warnings.length > 0 && { warnings }),
    });
  }

  /** The tool threw after its call had ended: nobody else hears of it. */
  failedLate(call: ToolCall, thrown: unknown): void {
    const said = inOwnWords(call, () => oneLine(errorFromUnknown(thrown).message) + thrownAt(thrown));
    this.log("warn", `${nameOf(call)} threw after its call had ended: ${said}`);
  }

  log(level: "info" | "warn" | "error", message: string): void {
    try {
      this.#options.logger?.[level](visibleText(message, maxLogLength));
    } catch {
      // A log that cannot be written to has nowhere to say so.
    }
  }

  #logCompletion(call: ToolCall, { status, result, durationMs }: ToolExecution): void {
    let message = `Tool execution ${status}: ${nameOf(call)} in ${durationMs.toFixed(1)} ms`;
    if (this.#options.logResults !== false) {
      // Where it was thrown is for whoever runs the tools: a model reads the result, which does not say it.
      const place = status === "failed" ? thrownAt(result.error?.cause) : "";
      message += `: ${inOwnWords(call, () => toLogSummary(result) + place)}`;
    }
    this.log(levels[status] ?? "info", message);
  }

  #audit(record: AuditRecord): void {
    const { audit } = this.#options;
    if (audit !== undefined) callSafely(audit, record, (error) => this.complain("The audit hook", error));
  }

  #startSpan(call: ToolCall): void {
    try {
      // Named after the conventions of OpenTelemetry for generative systems.
      const attributes = {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": call.toolId,
        "toolkiln.execution_id": call.executionId,
        ...presentFields({ "gen_ai.tool.call.id": call.toolCallId }),
      };
      call.span = this.#options.tracer?.startSpan(`execute_tool ${call.toolId}`, { attributes });
    } catch (error) {
      this.complain("The tracer", error);
    }
  }

  #endSpan(span: Span, call: ToolCall, { status, result }: ToolExecution): void {
    const { plan, submitTime, runTime, endTime, approval, approvalMs } = call;
    try {
      const attributes = {
        risk: call.risk ?? plan?.spec.risk ?? "medium",
        status,
        approval,
        approval_ms: approvalMs,
        queue_ms: submitTime === 0 ? 0 : (runTime || endTime) - submitTime,
        run_ms: runTime === 0 ? 0 : endTime - runTime,
      };
      for (const [name, value] of Object.entries(attributes)) span.setAttribute(`toolkiln.${name}`, value);
      if (!result.success) {
        span.setAttribute(
          "error.type",
          inOwnWords(call, () => result.error.code ?? "Error"),
        );
        span.setStatus({ code: spanStatusError });
      }
      span.end();
    } catch (error) {
      this.complain("The tracer", error);
    }
  }

  /** Somebody else's function failed. */
  complain(who: string, error: unknown): void {
    this.log("error", `${who} failed: ${errorFromUnknown(error).message}`);
  }
}

/** What a tool said of a call, without the sensitive values that it was given; nothing where these cannot be read. */
function inOwnWords({ plan, effectiveParameters, input }: ToolCall, say: () => string): string {
  try {
    return plan === undefined ? say() : redactText(say(), effectiveParameters, plan.spec, input);
  } catch {
    return redacted;
  }
}

function fieldsOf({ toolId, executionId, sessionId, toolCallId }: ToolCall): AuditFields {
  return {
    at: Date.now(),
    toolId,
    executionId,
    ...presentFields({ sessionId, toolCallId }),
  };
}

function nameOf({ toolId, executionId }: ToolCall): string {
  return `${toolId} (${executionId})`;
}
