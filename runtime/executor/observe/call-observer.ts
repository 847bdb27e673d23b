import type { ToolProgress } from "../../context/tool-progress.js";
import { Listeners, callSafely } from "../../registry/listeners.js";
import { errorFromUnknown } from "../../result/error-from-unknown.js";
import { oneLine, toLogSummary } from "../../result/log-summary.js";
import { writeData } from "../../result/serialize-data.js";
import { isPlainSuccess, succeededMessage, type ToolResult } from "../../result/tool-result.js";
import type { ToolCall } from "../call/tool-call.js";
import type { ToolExecutorOptions } from "../executor-options.js";
import type { ToolExecution, ToolExecutionStatus } from "../tool-execution.js";
import { decisionRecord, outcomeRecord, type AuditDecision, type DecisionDetails } from "./audit.js";
import { maskedText, redact } from "./redact.js";
import { endSpan, startSpan, type Span, type Tracer } from "./tracer.js";
import { thrownAt, visibleText } from "./log-text.js";

/** Maximum length of a log message. */
const maxLogLength = 2000;

/** Log levels by status; others log at `info`. */
const levels: Partial<Record<ToolExecutionStatus, "warn" | "error">> = {
  failed: "error",
  timedOut: "warn",
  notFound: "warn",
};

/** End of the log line for a success without a message. */
const plainSuccess = ` ms: Success: ${succeededMessage}`;

/** Reports calls to listeners, log, audit trail and trace. Their errors never affect a call. */
export class CallObserver {
  readonly events: {
    readonly [Event in keyof ToolExecutorEvents]: Listeners<ToolExecutorEvents[Event]>;
  } = {
    started: new Listeners((error) => this.#listenerFailed(error)),
    progress: new Listeners((error) => this.#listenerFailed(error)),
    completed: new Listeners((error) => this.#listenerFailed(error)),
  };
  readonly #options: ToolExecutorOptions;

  constructor(options: ToolExecutorOptions) {
    this.#options = options;
  }

  started(call: ToolCall): void {
    const { logger, tracer } = this.#options;
    if (this.events.started.hasAny) this.events.started.emit(startedEvent(call));
    if (logger !== undefined) this.#write("info", `Starting tool execution: ${labelOf(call)}`);
    if (tracer !== undefined) this.#startSpan(tracer, call);
  }

  decided(call: ToolCall, decision: AuditDecision["decision"], details?: DecisionDetails): void {
    const { audit, logParameters } = this.#options;
    if (audit !== undefined || logParameters === true) this.#recordDecision(call, decision, details);
  }

  #recordDecision(call: ToolCall, decision: AuditDecision["decision"], details?: DecisionDetails): void {
    const { audit, logParameters } = this.#options;
    const { plan } = call;
    const parameters = plan && redact(call.effectiveParameters, plan.spec, call.input);
    if (logParameters === true) {
      const { text } = writeData(parameters, maxLogLength);
      this.log("info", `Parameters of ${labelOf(call)} (${decision}): ${text}`);
    }
    if (audit === undefined) return;
    callSafely(audit, decisionRecord(call, decision, parameters, details), this.#auditFailed);
  }

  progress(call: ToolCall, progress: ToolProgress): void {
    const { onProgress } = call.options;
    if (onProgress !== undefined) {
      callSafely(onProgress, progress, (error) => this.logFailure("onProgress", error));
    }
    if (!this.events.progress.hasAny) return;
    const { toolId, executionId } = call;
    this.events.progress.emit({ toolId, executionId, status: "inProgress", progress });
  }

  completed(call: ToolCall, execution: ToolExecution): void {
    const { audit, logger } = this.#options;
    this.events.completed.emit(execution);
    if (logger !== undefined) this.#logCompletion(call, execution);
    if (call.span !== undefined) this.#endSpan(call.span, call, execution);
    if (audit !== undefined) {
      callSafely(audit, outcomeRecord(call, execution), this.#auditFailed);
    }
  }

  /** The tool threw after its call had ended: only logged. */
  failedLate(call: ToolCall, thrown: unknown): void {
    const text = maskedText(call, () => oneLine(errorFromUnknown(thrown).message) + thrownAt(thrown));
    this.log("warn", `${labelOf(call)} threw after its call had ended: ${text}`);
  }

  logFailure(who: string, error: unknown): void {
    this.log("error", `${who} failed: ${errorFromUnknown(error).message}`);
  }

  /** Escapes and logs text. */
  log(level: "info" | "warn" | "error", message: string): void {
    if (this.#options.logger !== undefined) this.#write(level, visibleText(message, maxLogLength));
  }

  #logCompletion(call: ToolCall, { status, result, durationMs }: ToolExecution): void {
    if (result.warnings.length > 0) this.#logWarnings(call, result);
    const level = levels[status] ?? "info";
    const line = `Tool execution ${status}: ${labelOf(call)} in ${Math.round(durationMs)}`;
    if (this.#options.logResults === false) this.#write(level, `${line} ms`);
    else if (isPlainSuccess(result)) this.#write(level, line + plainSuccess);
    else this.log(level, `${line} ms: ${summaryOf(call, status, result)}`);
  }

  #logWarnings(call: ToolCall, { warnings }: ToolResult): void {
    // A tool's warnings may quote parameters.
    for (const { message } of warnings) {
      this.log("warn", `${labelOf(call)}: ${maskedText(call, () => message)}`);
    }
  }

  /** Logs a line that is already escaped. */
  #write(level: "info" | "warn" | "error", message: string): void {
    try {
      this.#options.logger?.[level](message);
    } catch {
      // There is nowhere to report a failing logger.
    }
  }

  #startSpan(tracer: Tracer, call: ToolCall): void {
    this.#trace(() => (call.span = startSpan(tracer, call)));
  }

  #endSpan(span: Span, call: ToolCall, execution: ToolExecution): void {
    this.#trace(() => endSpan(span, call, execution));
  }

  #trace(step: () => unknown): void {
    callSafely(step, undefined, (error) => this.logFailure("The tracer", error));
  }

  #listenerFailed(error: unknown): void {
    this.logFailure("A listener", error);
  }

  readonly #auditFailed = (error: unknown): void => this.logFailure("The audit hook", error);
}

function summaryOf(call: ToolCall, status: ToolExecutionStatus, result: ToolResult): string {
  // Only the log has stack traces: models read the result.
  const place = status === "failed" ? thrownAt(result.error?.cause) : "";
  return maskedText(call, () => toLogSummary(result) + place);
}

/** A call in a log line. Generated ids need no escaping. */
function labelOf({ toolId, plan, executionId, options }: ToolCall): string {
  const tool = plan === undefined ? visibleText(toolId, maxLogLength) : plan.label;
  const id = options.executionId === undefined ? executionId : visibleText(executionId, maxLogLength);
  return `${tool} (${id})`;
}

function startedEvent({ toolId, plan, executionId, startedAt }: ToolCall): ToolExecutorEvents["started"] {
  const toolName = plan?.spec.name ?? toolId;
  return { toolId, toolName, executionId, startedAt: new Date(startedAt), status: "pending" };
}

/** Event payloads by event name. */
export interface ToolExecutorEvents {
  /** A call starts; its tool exists. */
  readonly started: {
    readonly toolId: string;
    readonly toolName: string;
    readonly executionId: string;
    readonly startedAt: Date;
    readonly status: "pending";
  };
  /** A running call reports progress. */
  readonly progress: {
    readonly toolId: string;
    readonly executionId: string;
    readonly status: "inProgress";
    readonly progress: ToolProgress;
  };
  readonly completed: ToolExecution;
}

/** Receives an event. The return value is ignored. */
export type ToolExecutorListener<Event extends keyof ToolExecutorEvents> = (
  event: ToolExecutorEvents[Event],
) => unknown;
