import type { ExecutionScope, NestedCallOptions } from "../../context/execution-scope.js";
import type { ToolProgress } from "../../context/tool-progress.js";
import { mergeServices } from "../../context/tool-services.js";
import { none } from "../../result/none.js";
import { ToolResult } from "../../result/tool-result.js";
import type { AnyToolContract } from "../../tool/tool-contract.js";
import type { RiskLevel } from "../../tool/risk-level.js";
import type { ToolValidationWarning } from "../../validation/tool-validation-warning.js";
import type { ExecutionJob, RunOutcome } from "../backend/execution-backend.js";
import { now } from "../clock.js";
import type { ExecuteOptions } from "../executor-options.js";
import type { ResourceClaim } from "../locks/resource-claim.js";
import type { Span } from "../observe/tracer.js";
import { inheritedOptions } from "../resolve-options.js";
import type { ApprovalState, EndedCall, ToolExecution, ToolExecutionStatus } from "../tool-execution.js";
import type { CallHost } from "./call-host.js";
import { abortReason, concludeCall, isAbort, type CallOutcome } from "./conclude-call.js";
import type { Expiring } from "./deadline-sweeper.js";
import { runCall } from "./run-call.js";
import { continueClock, retryCall, withdrawCall } from "./submit-call.js";
import type { ToolPlan } from "./tool-plan.js";

let lastResolve: (execution: ToolExecution) => void;

/** One function for all promises, because a closure would cost every call an allocation. */
function keepResolve(resolve: typeof lastResolve): void {
  lastResolve = resolve;
}

/** The state of one call: its job, the scope of its context and its outcome. */
export class ToolCall implements ExecutionJob, ExecutionScope, EndedCall, Expiring<ToolCall> {
  readonly host: CallHost;
  toolId: string;
  readonly options: ExecuteOptions;
  readonly parent: ToolCall | undefined;
  /** Whether events are suppressed, because the call is only being prepared. */
  readonly isQuiet: boolean;
  readonly executionId: string;
  readonly startedAt: number = Date.now();
  readonly startTime: number = now();
  endTime = 0;
  deadline: number;
  plan: ToolPlan | undefined = undefined;
  approval: ApprovalState = "notRequired";
  parameters: unknown = undefined;
  modifiedParameters: unknown = undefined;
  /** The input before the schema transformed it; for finding secrets. */
  input: unknown = undefined;
  risk: RiskLevel | undefined = undefined;
  /** Warnings from preparing the call. */
  warnings: readonly ToolValidationWarning[] = none;
  claims: readonly ResourceClaim[] | undefined = undefined;
  backendState: unknown = undefined;
  previous: ToolCall | undefined = undefined;
  next: ToolCall | undefined = undefined;
  span: Span | undefined = undefined;
  /** How often it was submitted. */
  attempts = 0;
  hasRun = false;
  isListening = false;
  private isWatched = false;
  submitTime = 0;
  runTime = 0;
  approvalMs = 0;
  retryTimer: ReturnType<typeof setTimeout> | undefined = undefined;
  pausedAt = 0;
  private controller: AbortController | undefined = undefined;
  private children: Set<ToolCall> | undefined = undefined;
  private outcome: CallOutcome | undefined = undefined;
  private promise: Promise<ToolExecution> | undefined = undefined;
  private resolve: ((execution: ToolExecution) => void) | undefined = undefined;

  constructor(
    host: CallHost,
    toolId: string,
    options: ExecuteOptions,
    parent: ToolCall | undefined,
    isQuiet: boolean,
  ) {
    this.host = host;
    this.toolId = toolId;
    this.options = options;
    this.parent = parent;
    this.isQuiet = isQuiet;
    this.deadline = this.startTime + host.options.executionTimeout;
    this.executionId = options.executionId ?? host.nextId();
  }

  get effectiveParameters(): unknown {
    return this.modifiedParameters ?? this.parameters;
  }

  get contract(): AnyToolContract | undefined {
    return this.plan?.tool.contract;
  }

  get sessionId(): string | undefined {
    return this.options.sessionId;
  }

  get workspacePath(): string | undefined {
    return this.options.workspacePath;
  }

  get metadata(): Readonly<Record<string, unknown>> | undefined {
    return this.options.metadata;
  }

  get services(): ExecutionScope["services"] {
    return mergeServices(this.options.services, this.plan?.services);
  }

  get idempotent(): boolean {
    return this.plan?.spec.hints?.idempotent === true;
  }

  get isApproved(): boolean {
    return this.approval !== "denied";
  }

  get durationMs(): number {
    return this.endTime - this.startTime;
  }

  get hasEnded(): boolean {
    return this.outcome !== undefined;
  }

  remainingMs(): number {
    return Math.max(0, this.deadline - now());
  }

  /** From now on, an abort ends the call at once; before, it takes effect only when the call settles. */
  listen(): void {
    const { signal } = this.options;
    if (signal === undefined || this.hasEnded) return;
    signal.addEventListener("abort", this);
    this.isListening = true;
    if (signal.aborted) this.cancel();
  }

  signal(): AbortSignal {
    this.listen();
    this.controller ??= new AbortController();
    if (this.outcome !== undefined) this.abort(this.outcome);
    return this.controller.signal;
  }

  began(): void {
    this.hasRun = true;
    if (this.span !== undefined) this.runTime = now();
  }

  report(progress: ToolProgress): void {
    if (this.outcome === undefined) this.host.observer.progress(this, progress);
  }

  run(): unknown {
    return runCall(this);
  }

  /** Calls another tool in this call's concurrency slot. */
  execute(id: string, input: unknown, options: NestedCallOptions = {}): Promise<ToolExecution> {
    return this.host.execute(id, input, { ...inheritedOptions(this.options), ...options }, this);
  }

  /** Unfinished nested calls end with their parent, because they run in its slot. */
  adopt(child: ToolCall): void {
    (this.children ??= new Set()).add(child);
  }

  /** Watches the deadline of the call. */
  watch(): void {
    if (this.hasEnded) return;
    if (this.isWatched) this.host.deadlines.forget(this);
    this.isWatched = true;
    this.host.deadlines.watch(this);
  }

  /** Handles the outcome of a run; ignores later outcomes. */
  settle(outcome: RunOutcome): void {
    if (this.options.signal?.aborted === true) this.cancel();
    if (this.outcome !== undefined) {
      const failed = outcome.type === "threw" && !isAbort(outcome.thrown, this.controller?.signal.reason);
      if (failed) this.host.observer.failedLate(this, outcome.thrown);
      return;
    }
    if (outcome.type !== "returned" && retryCall(this, outcome)) return;
    this.end(outcome);
  }

  expire(): void {
    this.endEarly({ type: "timedOut" });
  }

  cancel(): void {
    this.endEarly({ type: "cancelled" });
  }

  /** Makes the call itself an abort listener, so that no call needs a closure. */
  handleEvent(): void {
    this.cancel();
  }

  refuse(status: ToolExecutionStatus, result: ToolResult): void {
    this.endEarly({ type: "refused", status, result });
  }

  /** Internal errors fail the call. */
  fail(error: unknown): void {
    this.refuse("failed", ToolResult.fromError(error));
  }

  completion(): Promise<ToolExecution> {
    if (this.promise === undefined) {
      this.promise = new Promise(keepResolve);
      this.resolve = lastResolve;
    }
    return this.promise;
  }

  /** Resolves the call's promise. */
  complete(execution: ToolExecution): void {
    if (this.parent !== undefined) this.parent.children?.delete(this);
    if (this.resolve === undefined) this.promise = Promise.resolve(execution);
    else this.resolve(execution);
  }

  /** Clears timers and listeners. */
  release(): void {
    this.host.deadlines.forget(this);
    continueClock(this);
    if (this.isListening) this.options.signal?.removeEventListener("abort", this);
    if (this.retryTimer !== undefined) clearTimeout(this.retryTimer);
  }

  /** Ends the call before its tool did: refused, failed, cancelled or timed out. */
  private endEarly(outcome: CallOutcome): void {
    if (this.outcome !== undefined) return;
    this.outcome = outcome;
    withdrawCall(this);
    this.abort(outcome);
    this.end(outcome);
  }

  /** Every call ends here once, called by `settle` or `endEarly`; `concludeCall` then calls `complete`. */
  private end(outcome: CallOutcome): void {
    this.outcome = outcome;
    this.endTime = now();
    this.release();
    concludeCall(this, outcome);
    this.children?.forEach((child) => child.cancel());
  }

  private abort(outcome: CallOutcome): void {
    if (this.controller === undefined || this.controller.signal.aborted) return;
    this.controller.abort(abortReason(outcome, this.options.signal));
  }
}
