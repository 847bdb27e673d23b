import type { ToolProgress } from "../../context/tool-progress.js";
import { errorFromUnknown } from "../../result/error-from-unknown.js";
import { toLogSummary } from "../../result/log-summary.js";
import { writeData } from "../../result/serialized-data.js";
import type { ToolSpec } from "../../tool/tool-spec.js";
import type { ToolValidationWarning } from "../../validation/tool-validation-warning.js";
import type { ToolCall } from "../call/tool-call.js";
import { definedFields } from "../defined-fields.js";
import type { ToolExecutorOptions } from "../executor-options.js";
import type { ToolExecution } from "../tool-execution.js";
import type { AuditDecision, AuditFields, AuditRecord } from "./audit.js";
import { clone, withoutInjected } from "./copy-parameters.js";
import { callSafely, createEventHub, type EventHub } from "./event-hub.js";
import { spanStatusError } from "./tracer.js";
import { visibleText } from "./visible-text.js";

/** Characters of a log message at most. */
const maxLogLength = 2000;

/** What is said of a decision beside the call it is about. */
export interface DecisionDetails {
  readonly reason?: string | undefined;
  readonly summary?: string;
  readonly warnings?: readonly ToolValidationWarning[];
}

/** Hides the sensitive values among a call's parameters, in themselves and in what a tool says. */
export interface Mask {
  parameters(params: unknown, spec: ToolSpec): unknown;
  text(text: string, params: unknown, spec: ToolSpec): string;
}

/** Tells listeners, log, audit trail and tracer what happens to calls; none of them can disturb a call. */
export class CallObserver {
  readonly events: EventHub = createEventHub((error) => this.#complain("A listener", error));
  /** Whether anybody wants to know what was decided; saves the call that nobody does. */
  readonly recordsDecisions: boolean;
  /** Comes with the code for careful calls, which all calls with sensitive parameters are. */
  mask: Mask | undefined;
  readonly #options: ToolExecutorOptions;

  constructor(options: ToolExecutorOptions) {
    this.#options = options;
    this.recordsDecisions =
      options.audit !== undefined || (options.logger !== undefined && options.logParameters === true);
  }

  /** The call's tool was found. */
  started(call: ToolCall): void {
    const { logger, tracer } = this.#options;
    if (this.events.started.exist) this.events.started.tell(new StartedEvent(call));
    if (logger !== undefined) this.log("info", `Starting tool execution: ${nameOf(call)}`);
    if (tracer !== undefined) this.#startSpan(call);
  }

  progress(call: ToolCall, progress: ToolProgress): void {
    const { onProgress } = call.options;
    if (onProgress !== undefined) {
      callSafely(onProgress, progress, (error) => this.#complain("onProgress", error));
    }
    if (!this.events.progress.exist) return;
    const { toolId, executionId } = call;
    this.events.progress.tell({ toolId, executionId, status: "inProgress", progress });
  }

  /** Somebody or the policy decided whether the call may run. */
  decided(call: ToolCall, decision: AuditDecision["decision"], details: DecisionDetails = {}): void {
    if (!this.recordsDecisions) return;
    const parameters = this.#shownParameters(call);
    if (this.#options.logParameters === true) {
      this.log(
        "info",
        `Parameters of ${nameOf(call)} (${decision}): ${writeData(parameters, maxLogLength).text}`,
      );
    }
    const { risk } = call;
    this.#audit({
      type: "decision",
      ...fieldsOf(call),
      decision,
      ...definedFields({ ...details, risk, parameters }),
    });
  }

  completed(call: ToolCall, execution: ToolExecution): void {
    const { audit, logger } = this.#options;
    this.events.completed.tell(execution);
    if (logger !== undefined) this.#logCompletion(call, execution);
    if (call.span !== undefined) this.#endSpan(call, execution);
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
      ...(code !== undefined && { errorCode: this.#hideIn(call, code) }),
    });
  }

  log(level: "info" | "warn" | "error", message: string): void {
    try {
      this.#options.logger?.[level](visibleText(message, maxLogLength));
    } catch {
      // A log that cannot be written to has nowhere to say so.
    }
  }

  #logCompletion(call: ToolCall, { status, result, durationMs }: ToolExecution): void {
    const level = status === "timedOut" || status === "notFound" ? "warn" : "info";
    const how = `Tool execution ${status}: ${nameOf(call)} in ${durationMs.toFixed(1)} ms`;
    const message =
      this.#options.logResults === false ? how : `${how}: ${this.#hideIn(call, toLogSummary(result))}`;
    this.log(status === "failed" ? "error" : level, message);
  }

  #shownParameters(call: ToolCall): unknown {
    if (call.plan === undefined) return undefined;
    const { spec } = call.plan;
    return spec.sensitive === undefined
      ? clone(withoutInjected(call.effectiveParameters, spec))
      : this.mask?.parameters(call.effectiveParameters, spec);
  }

  /** A tool's own words without the sensitive values that it was given. */
  #hideIn({ plan, effectiveParameters }: ToolCall, text: string): string {
    if (plan?.spec.sensitive === undefined) return text;
    return this.mask?.text(text, effectiveParameters, plan.spec) ?? text;
  }

  #audit(record: AuditRecord): void {
    const { audit } = this.#options;
    if (audit !== undefined) callSafely(audit, record, (error) => this.#complain("The audit hook", error));
  }

  #startSpan(call: ToolCall): void {
    try {
      // Named after the conventions of OpenTelemetry for generative systems.
      const attributes = {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": call.toolId,
        "toolkiln.execution_id": call.executionId,
        ...definedFields({ "gen_ai.tool.call.id": call.toolCallId }),
      };
      call.span = this.#options.tracer?.startSpan(`execute_tool ${call.toolId}`, { attributes });
    } catch (error) {
      this.#complain("The tracer", error);
    }
  }

  #endSpan(call: ToolCall, { status, result }: ToolExecution): void {
    const { span, plan, submitTime, runTime, endTime, approval, approvalMs } = call;
    try {
      const attributes = {
        risk: call.risk ?? plan?.spec.risk ?? "medium",
        status,
        approval,
        approval_ms: approvalMs,
        queue_ms: submitTime === 0 ? 0 : (runTime || endTime) - submitTime,
        run_ms: runTime === 0 ? 0 : endTime - runTime,
      };
      for (const [name, value] of Object.entries(attributes)) span?.setAttribute(`toolkiln.${name}`, value);
      if (!result.success) {
        span?.setAttribute("error.type", this.#hideIn(call, result.error.code ?? "Error"));
        span?.setStatus({ code: spanStatusError });
      }
      span?.end();
    } catch (error) {
      this.#complain("The tracer", error);
    }
  }

  #complain(who: string, error: unknown): void {
    this.log("error", `${who} failed: ${errorFromUnknown(error).message}`);
  }
}

/** What listeners of `started` are given; read from the call when it is asked for. */
class StartedEvent {
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
    return new Date(this.#call.startedAt);
  }

  toJSON(): Record<string, unknown> {
    const { toolId, toolName, executionId, status, startedAt } = this;
    return { toolId, toolName, executionId, status, startedAt };
  }
}

function fieldsOf({ toolId, executionId, sessionId, toolCallId }: ToolCall): AuditFields {
  return {
    at: Date.now(),
    toolId,
    executionId,
    ...definedFields({ sessionId, toolCallId }),
  };
}

function nameOf({ toolId, executionId }: ToolCall): string {
  return `${toolId} (${executionId})`;
}
