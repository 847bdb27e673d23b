import type { ToolProgress } from "../context/tool-progress.js";
import type { AnyContracts, ToolRegistry } from "../registry/tool-registry.js";
import { errorFromUnknown } from "../result/error-from-unknown.js";
import { isToolResult, makeFailure, makeSuccess, ToolResult, withFields } from "../result/tool-result.js";
import type { ContractMap, DataOf, InputOf, ToolIdOf } from "../tool/contract-types.js";
import { higherRisk, type RiskLevel } from "../tool/risk-level.js";
import type { MaybePromise } from "../tool/tool-contract.js";
import type { AnyTool } from "../tool/tool.js";
import type { ToolValidationError, ToolValidationWarning } from "../validation/tool-validation-error.js";
import { readDecision, type ApprovalDecision, type ApprovalRequest } from "./approval.js";
import { judge } from "./approval-policy.js";
import { DeadlineSweeper } from "./deadline-sweeper.js";
import type { ExecutionBackend } from "./execution-backend.js";
import { fillSummary } from "./execution-summary.js";
import type { ExecuteOptions, ToolExecutorOptions } from "./executor-options.js";
import { InProcessBackend } from "./in-process-backend.js";
import { resolvePaths } from "./resolve-paths.js";
import { ToolCall, type CallOutcome, type CallOwner } from "./tool-call.js";
import { ToolExecution, type ToolExecutionStatus } from "./tool-execution.js";

/** What listeners hear, by the event's name. */
export interface ToolExecutorEvents {
  readonly started: { readonly toolId: string; readonly executionId: string };
  readonly progress: {
    readonly toolId: string;
    readonly executionId: string;
    readonly progress: ToolProgress;
  };
  readonly completed: ToolExecution;
}

/** A call that may not run, and what to answer instead. */
interface Refusal {
  readonly status: ToolExecutionStatus;
  readonly result: ToolResult;
}

const noOptions: ExecuteOptions = Object.freeze({});

/** Runs the tools of a registry: validates, asks for approval, limits, watches and records every call. */
export class ToolExecutor<Contracts extends ContractMap<Contracts> = AnyContracts> {
  readonly #registry: ToolRegistry<Contracts>;
  readonly #options: ToolExecutorOptions;
  readonly #backend: ExecutionBackend;
  readonly #deadlines = new DeadlineSweeper();
  readonly #listeners = { started: new Set(), progress: new Set(), completed: new Set() } as {
    readonly [Event in keyof ToolExecutorEvents]: Set<(event: ToolExecutorEvents[Event]) => void>;
  };
  readonly #owner: CallOwner = {
    withdraw: (call) => this.#backend.withdraw(call),
    progress: (call, progress) => this.#progress(call, progress),
  };
  readonly #idPrefix: string = Math.random().toString(36).slice(2, 10);
  #calls = 0;

  constructor(registry: ToolRegistry<Contracts>, options: ToolExecutorOptions = {}) {
    this.#registry = registry;
    this.#options = options;
    this.#backend =
      options.backend ??
      new InProcessBackend({
        maxConcurrentExecutions: options.maxConcurrentExecutions ?? 3,
        maxQueueLength: options.maxQueueLength ?? 10_000,
      });
  }

  /** Calls a tool. Never rejects for what a tool does: look at `status` and `result`. */
  execute<Id extends ToolIdOf<Contracts>>(
    id: Id,
    input: InputOf<Contracts[Id]>,
    options?: ExecuteOptions,
  ): Promise<ToolExecution<DataOf<Contracts[Id]>>>;
  execute(id: string, input: unknown, options: ExecuteOptions = noOptions): Promise<ToolExecution> {
    return this.dispatch(id, input, options);
  }

  /** Calls a tool whose id and input are known only at run time. */
  async dispatch(id: string, input: unknown, options: ExecuteOptions = noOptions): Promise<ToolExecution> {
    const handle = this.#registry.getTool(id);
    const call = this.#open(id, options);
    if (handle === undefined) {
      return this.#close(call, "notFound", ToolResult.failed(`Tool '${id}' not found`, "ToolNotFound"));
    }
    const tool = handle.loaded ?? (await handle.load().catch((error: unknown) => errorFromUnknown(error)));
    if (!("contract" in tool)) {
      return this.#close(call, "unavailable", makeFailure({ ...tool, code: "NotAvailable" }));
    }
    call.tool = tool;
    call.idempotent = tool.contract.spec.hints?.idempotent === true;
    if (tool.contract.spec.timeout !== undefined) call.deadline = call.startTime + tool.contract.spec.timeout;
    const prepared = this.#prepare(call, tool, input);
    const refusal = prepared instanceof Promise ? await prepared : prepared;
    if (refusal !== undefined) return this.#close(call, refusal.status, refusal.result);
    this.#deadlines.watch(call);
    this.#emit("started", call);
    this.#backend.submit(call);
    const outcome = call.ended ?? (await call.outcome());
    return this.#conclude(call, tool, outcome);
  }

  /** Listens to an event; the function that comes back stops it. */
  on<Event extends keyof ToolExecutorEvents>(
    event: Event,
    listener: (event: ToolExecutorEvents[Event]) => void,
  ): () => void {
    const listeners = this.#listeners[event];
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** Ends what is running and gives up every timer. */
  async dispose(): Promise<void> {
    for (const call of this.#deadlines) if (call instanceof ToolCall) call.giveUp();
    this.#deadlines.dispose();
    await this.#backend.dispose();
  }

  #open(id: string, options: ExecuteOptions): ToolCall {
    const executionId = options.executionId ?? `${this.#idPrefix}-${(this.#calls++).toString(36)}`;
    const timeout = this.#options.executionTimeout ?? 120_000;
    const call = new ToolCall(id, executionId, timeout, options, this.#owner);
    options.signal?.addEventListener("abort", call);
    if (options.signal?.aborted) call.handleEvent();
    return call;
  }

  /** Everything before the run. Answers without a promise when nothing has to be waited for. */
  #prepare(call: ToolCall, tool: AnyTool, input: unknown): MaybePromise<Refusal | undefined> {
    const checked = tool.contract.checkInput(input, call.options.inject);
    if (checked instanceof Promise) return checked.then(() => this.#prepare(call, tool, input));
    if (!checked.valid) return invalid(checked.errors);
    call.parameters = checked.params;
    const { spec } = tool.contract;
    const simple =
      spec.rules === undefined &&
      spec.paths === undefined &&
      tool.isAvailable === undefined &&
      tool.validate === undefined &&
      tool.getEffectiveRiskLevel === undefined &&
      judge(this.#options.policy ?? {}, call.toolId, spec.risk) === "run";
    return simple ? undefined : this.#prepareWithCare(call, tool, checked.warnings);
  }

  async #prepareWithCare(
    call: ToolCall,
    tool: AnyTool,
    warnings: readonly ToolValidationWarning[],
  ): Promise<Refusal | undefined> {
    const { spec } = tool.contract;
    if (tool.isAvailable !== undefined && !(await tool.isAvailable())) {
      return { status: "unavailable", result: ToolResult.notAvailable(`${spec.name} is not available.`) };
    }
    if (spec.paths !== undefined) {
      const resolved = await resolvePaths(this.#options.paths, spec.paths, call);
      if (resolved.length > 0) return invalid(resolved);
    }
    const validation = await tool.validate?.(call.parameters);
    if (validation !== undefined && !validation.isValid) return invalid(validation.errors);
    const rules = await tool.contract.matchRules(call.parameters);
    let risk: RiskLevel = spec.risk;
    for (const rule of rules) if (rule.risk !== undefined) risk = higherRisk(risk, rule.risk);
    if (tool.getEffectiveRiskLevel !== undefined) {
      risk = higherRisk(risk, await tool.getEffectiveRiskLevel(call.parameters));
    }
    const ruleWarnings = rules.flatMap(({ warn }) =>
      warn === undefined
        ? []
        : [{ parameterName: warn.parameter ?? "", message: warn.message, warningCode: warn.code }],
    );
    return this.#approve(call, tool, risk, [...warnings, ...(validation?.warnings ?? []), ...ruleWarnings]);
  }

  async #approve(
    call: ToolCall,
    tool: AnyTool,
    risk: RiskLevel,
    warnings: readonly ToolValidationWarning[],
  ): Promise<Refusal | undefined> {
    const verdict = judge(this.#options.policy ?? {}, call.toolId, risk);
    if (verdict === "run") return undefined;
    if (verdict === "deny") return denied(call, "The policy forbids this tool.");
    const { approve } = this.#options;
    if (approve === undefined)
      return denied(call, `This call has ${risk} risk and nobody is there to approve it.`);
    const { spec } = tool.contract;
    const request: ApprovalRequest = {
      toolId: call.toolId,
      toolName: spec.name,
      executionId: call.executionId,
      summary: summarize(tool, call.parameters),
      risk,
      warnings,
      params: structuredClone(call.parameters),
    };
    const decision = await this.#ask(call, () => approve(request, { signal: call.signal() }));
    if (decision.decision === "deny") return denied(call, decision.reason);
    if (decision.decision === "edit") {
      const checked = await tool.contract.checkInput(decision.params, call.options.inject);
      if (!checked.valid) return invalid(checked.errors);
      call.modifiedParameters = checked.params;
    }
    call.approval = decision.decision === "edit" ? "edited" : "approved";
    return undefined;
  }

  /** An approver that throws, is late or answers nonsense denies. */
  async #ask(call: ToolCall, approve: () => unknown): Promise<ApprovalDecision> {
    const limit = this.#options.approvalTimeout ?? 300_000;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<ApprovalDecision>((resolve) => {
      timer = setTimeout(() => resolve({ decision: "deny", reason: "Nobody answered in time." }), limit);
    });
    const asked = Promise.resolve()
      .then(approve)
      .then(readDecision, (): ApprovalDecision => ({ decision: "deny" }));
    const ended = call.outcome().then((): ApprovalDecision => ({ decision: "deny" }));
    const decision = await Promise.race([asked, late, ended]);
    clearTimeout(timer);
    return decision;
  }

  #conclude(call: ToolCall, tool: AnyTool, outcome: CallOutcome): MaybePromise<ToolExecution> {
    switch (outcome.type) {
      case "returned":
        return this.#judgeValue(call, tool, outcome.value);
      case "threw":
        return this.#close(call, "failed", ToolResult.fromError(outcome.thrown));
      case "cancelled":
      case "disposed":
        return this.#close(call, "cancelled", ToolResult.cancelled());
      case "timedOut":
        return this.#close(call, "timedOut", ToolResult.timeout(call.deadline - call.startTime));
      case "rejected":
        return this.#close(call, "rejected", ToolResult.failed(outcome.reason, "QueueFull"));
      case "unknown":
        return this.#close(call, "unknown", ToolResult.failed(outcome.reason, "OutcomeUnknown"));
      default:
        return outcome satisfies never;
    }
  }

  #judgeValue(call: ToolCall, tool: AnyTool, value: unknown): MaybePromise<ToolExecution> {
    const { kind, result: spec } = tool.contract.spec;
    const stamp = {
      kind,
      display: spec.display,
      mimeType: spec.mimeType,
      maxDataLength: spec.maxDataLength,
      durationMs: performance.now() - call.startTime,
    };
    const result = isToolResult(value) ? withFields(value, stamp) : makeSuccess(value, stamp);
    if (!result.success) return this.#close(call, "failed", result);
    if (this.#options.validateResults === false) return this.#close(call, "completed", result);
    const checked = tool.contract.checkData(result.data);
    return checked instanceof Promise
      ? checked.then((errors) => this.#closeChecked(call, result, errors))
      : this.#closeChecked(call, result, checked);
  }

  #closeChecked(call: ToolCall, result: ToolResult, errors: readonly ToolValidationError[]): ToolExecution {
    return errors.length === 0
      ? this.#close(call, "completed", result)
      : this.#close(call, "failed", invalidData(errors));
  }

  #close(call: ToolCall, status: ToolExecutionStatus, result: ToolResult): ToolExecution {
    call.endTime = performance.now();
    this.#deadlines.forget(call);
    call.options.signal?.removeEventListener("abort", call);
    const execution = new ToolExecution(status, result, call);
    this.#emit("completed", execution);
    return execution;
  }

  #progress(call: ToolCall, progress: ToolProgress): void {
    call.options.onProgress?.(progress);
    const { toolId, executionId } = call;
    this.#emit("progress", { toolId, executionId, progress });
  }

  #emit<Event extends keyof ToolExecutorEvents>(event: Event, payload: ToolExecutorEvents[Event]): void {
    const listeners = this.#listeners[event];
    if (listeners.size === 0) return;
    for (const listener of listeners) {
      try {
        listener(payload);
      } catch (error) {
        this.#options.logger?.error(`A listener of '${event}' failed: ${errorFromUnknown(error).message}`);
      }
    }
  }
}

function summarize(tool: AnyTool, params: unknown): string {
  const { spec } = tool.contract;
  if (tool.getExecutionSummary !== undefined) return tool.getExecutionSummary(params);
  return spec.executionSummary === undefined
    ? `Execute ${spec.name}`
    : fillSummary(spec.executionSummary, params, spec.sensitive);
}

function invalid(errors: readonly ToolValidationError[]): Refusal {
  return { status: "invalid", result: ToolResult.validationFailed({ errors }) };
}

function denied(call: ToolCall, reason?: string): Refusal {
  if (call.ended?.type === "cancelled") return { status: "cancelled", result: ToolResult.cancelled() };
  call.approval = "denied";
  return { status: "denied", result: ToolResult.denied(reason) };
}

function invalidData(errors: readonly ToolValidationError[]): ToolResult {
  const details = errors.map(({ parameterName, message }) => `${parameterName || "/"}: ${message}`);
  const message = `The tool returned data that its contract does not allow. ${details.join("; ")}`;
  return makeFailure({ code: "InvalidResult", message, details: { errors } });
}
