import type { ToolProgress } from "../../context/tool-progress.js";
import { callSafely } from "../../registry/listeners.js";
import { errorFromUnknown } from "../../result/error-from-unknown.js";
import { oneLine, toLogSummary } from "../../result/log-summary.js";
import { writeData } from "../../result/serialized-data.js";
import { isPlainSuccess, succeededMessage, type ToolResult } from "../../result/tool-result.js";
import type { ToolCall } from "../call/tool-call.js";
import { dateOf } from "../clock.js";
import type { ToolExecutorOptions } from "../executor-options.js";
import type { ToolExecution, ToolExecutionStatus } from "../tool-execution.js";
import { decisionRecord, outcomeRecord, type AuditDecision, type DecisionDetails } from "./audit.js";
import { createEventHub, type EventHub, type ToolExecutionStarted } from "./event-hub.js";
import { redact, redacted, redactText } from "./redact.js";
import { thrownAt } from "./thrown-at.js";
import { endSpan, startSpan, type Span, type Tracer } from "./tracer.js";
import { visibleText } from "./visible-text.js";

/** Characters of a log message at most. */
const maxLogLength = 2000;

/** The log levels of calls that did not end well. */
const levels: Partial<Record<ToolExecutionStatus, "warn" | "error">> = {
  failed: "error",
  timedOut: "warn",
  notFound: "warn",
};

/** How the line of a success ends whose tool set no message. */
const plainSuccess = ` ms: Success: ${succeededMessage}`;

/** Reports what happens to calls to listeners, log, audit trail and trace. None of them can disturb a call. */
export class CallObserver {
  readonly events: EventHub = createEventHub((error) => this.logFailure("A listener", error));
  readonly #options: ToolExecutorOptions;

  constructor(options: ToolExecutorOptions) {
    this.#options = options;
  }

  /** The call's tool was found. */
  started(call: ToolCall): void {
    const { logger, tracer } = this.#options;
    if (this.events.started.exist) this.events.started.emit(new StartedEvent(call));
    if (logger !== undefined) this.#write("info", `Starting tool execution: ${labelOf(call)}`);
    if (tracer !== undefined) this.#startSpan(tracer, call);
  }

  /** The policy or an approver decided on the call. */
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
    if (!this.events.progress.exist) return;
    const { toolId, executionId } = call;
    this.events.progress.emit({ toolId, executionId, status: "inProgress", progress });
  }

  completed(call: ToolCall, execution: ToolExecution): void {
    const { audit, logger } = this.#options;
    this.events.completed.emit(execution);
    if (logger !== undefined) this.#logCompletion(call, execution);
    if (call.span !== undefined) this.#endSpan(call.span, call, execution);
    if (audit !== undefined) {
      callSafely(audit, outcomeRecord(call, execution, maskedText), this.#auditFailed);
    }
  }

  /** The tool threw after its call had ended: only the log reports it. */
  failedLate(call: ToolCall, thrown: unknown): void {
    const said = maskedText(call, () => oneLine(errorFromUnknown(thrown).message) + thrownAt(thrown));
    this.log("warn", `${labelOf(call)} threw after its call had ended: ${said}`);
  }

  /** Somebody else's function failed. */
  logFailure(who: string, error: unknown): void {
    this.log("error", `${who} failed: ${errorFromUnknown(error).message}`);
  }

  /** Writes a line of whatever text. */
  log(level: "info" | "warn" | "error", message: string): void {
    if (this.#options.logger !== undefined) this.#write(level, visibleText(message, maxLogLength));
  }

  #logCompletion(call: ToolCall, { status, result, durationMs }: ToolExecution): void {
    if (result.warnings.length > 0) this.#logWarnings(call, result);
    const level = levels[status] ?? "info";
    const line = `Tool execution ${status}: ${labelOf(call)} in ${Math.round(durationMs * 10) / 10}`;
    if (this.#options.logResults === false) this.#write(level, `${line} ms`);
    else if (isPlainSuccess(result)) this.#write(level, line + plainSuccess);
    else this.log(level, `${line} ms: ${summaryOf(call, status, result)}`);
  }

  #logWarnings(call: ToolCall, { warnings }: ToolResult): void {
    // A tool that judges its parameters may quote them.
    for (const { message } of warnings) {
      this.log("warn", `${labelOf(call)}: ${maskedText(call, () => message)}`);
    }
  }

  /** Writes a line that holds no character that could disturb the log. */
  #write(level: "info" | "warn" | "error", message: string): void {
    try {
      this.#options.logger?.[level](message);
    } catch {
      // A log that cannot be written to has nowhere to say so.
    }
  }

  #startSpan(tracer: Tracer, call: ToolCall): void {
    this.#trace(() => (call.span = startSpan(tracer, call)));
  }

  #endSpan(span: Span, call: ToolCall, execution: ToolExecution): void {
    this.#trace(() => endSpan(span, call, execution, maskedText));
  }

  #trace(step: () => unknown): void {
    callSafely(step, undefined, (error) => this.logFailure("The tracer", error));
  }

  readonly #auditFailed = (error: unknown): void => this.logFailure("The audit hook", error);
}

function summaryOf(call: ToolCall, status: ToolExecutionStatus, result: ToolResult): string {
  // Stacks belong in the log: a model reads the result, which has none.
  const place = status === "failed" ? thrownAt(result.error?.cause) : "";
  return maskedText(call, () => toLogSummary(result) + place);
}

/** What a tool said of a call, without the sensitive values that it was given; nothing where these cannot be read. */
function maskedText({ plan, effectiveParameters, input }: ToolCall, say: () => string): string {
  try {
    return plan === undefined ? say() : redactText(say(), effectiveParameters, plan.spec, input);
  } catch {
    return redacted;
  }
}

/** A call in a line of the log. Ids of our own making need no second look, and calls are many. */
function labelOf({ toolId, plan, executionId, options }: ToolCall): string {
  const tool = plan === undefined ? visibleText(toolId, maxLogLength) : plan.label;
  const id = options.executionId === undefined ? executionId : visibleText(executionId, maxLogLength);
  return `${tool} (${id})`;
}

/** What listeners of `started` are given; read from the call when it is asked for. */
class StartedEvent implements ToolExecutionStarted {
  readonly status = "pending";
  readonly #call: ToolCall;

  constructor(call: ToolCall) {
    this.#call = call;
  }

  get toolId(): string {
    return this.#call.toolId;
  }

  get toolName(): string {
    return this.#call.plan?.spec.name ?? this.#call.toolId;
  }

  get executionId(): string {
    return this.#call.executionId;
  }

  get startedAt(): Date {
    return new Date(dateOf(this.#call.startTime));
  }

  toJSON(): Record<string, unknown> {
    const { toolId, toolName, executionId, status, startedAt } = this;
    return { toolId, toolName, executionId, status, startedAt };
  }
}
