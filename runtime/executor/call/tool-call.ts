import type { ExecutionScope, NestedCallOptions } from "../../context/execution-scope.js";
import type { ToolProgress } from "../../context/tool-progress.js";
import { joinServices } from "../../context/tool-services.js";
import { none } from "../../result/none.js";
import { ToolResult } from "../../result/tool-result.js";
import type { AnyToolContract } from "../../tool/contract-types.js";
import type { RiskLevel } from "../../tool/risk-level.js";
import type { ToolValidationWarning } from "../../validation/tool-validation-warning.js";
import type { ExecutionJob, RunOutcome } from "../backend/execution-backend.js";
import { inheritedOptions } from "../call-defaults.js";
import { dateOf, now } from "../clock.js";
import type { ExecuteOptions } from "../executor-options.js";
import type { ResourceClaim } from "../locks/resource-claim.js";
import type { Span } from "../observe/tracer.js";
import type {
  ApprovalState,
  ExecutionRecord,
  ToolExecution,
  ToolExecutionStatus,
} from "../tool-execution.js";
import type { CallHost } from "./call-host.js";
import { abortReason, concludeCall, type CallOutcome } from "./conclude-call.js";
import type { Expiring } from "./deadline-sweeper.js";
import { runCall } from "./run-call.js";
import { continueClock, retryCall, withdrawCall } from "./submit-call.js";
import type { ToolPlan } from "./tool-plan.js";

/** The state of one call: the job, the scope of its context, and the one place where it ends. */
export class ToolCall implements ExecutionJob, ExecutionScope, ExecutionRecord, Expiring<ToolCall> {
  readonly host: CallHost;
  toolId: string;
  readonly options: ExecuteOptions;
  readonly parent: ToolCall | undefined;
  /** Whether nobody is notified of it, because it is only prepared. */
  readonly isQuiet: boolean;
  readonly startTime: number = now();
  endTime = 0;
  deadline: number;
  plan: ToolPlan | undefined = undefined;
  approval: ApprovalState = "notRequired";
  parameters: unknown = undefined;
  modifiedParameters: unknown = undefined;
  /** What the parameters were made of, where the schema may have put values in other places. */
  input: unknown = undefined;
  risk: RiskLevel | undefined = undefined;
  /** What preparing the call found worth knowing. */
  warnings: readonly ToolValidationWarning[] = none;
  claims: readonly ResourceClaim[] | undefined = undefined;
  backendNote: unknown = undefined;
  previous: ToolCall | undefined = undefined;
  next: ToolCall | undefined = undefined;
  span: Span | undefined = undefined;
  /** How often it was handed to the backend. */
  attempts = 0;
  hasRun = false;
  submitTime = 0;
  runTime = 0;
  approvalMs = 0;
  retryTimer: ReturnType<typeof setTimeout> | undefined = undefined;
  pausedAt = 0;
  #executionId: string | undefined;
  #controller: AbortController | undefined = undefined;
  #children: Set<ToolCall> | undefined = undefined;
  #outcome: CallOutcome | undefined = undefined;
  #completion: Promise<ToolExecution> | undefined = undefined;
  #resolve: ((execution: ToolExecution) => void) | undefined = undefined;

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
    this.#executionId = options.executionId;
  }

  /** Made when it is first read. */
  get executionId(): string {
    return (this.#executionId ??= this.host.nextId());
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
    return joinServices(this.options.services, this.plan?.services);
  }

  get idempotent(): boolean {
    return this.plan?.spec.hints?.idempotent === true;
  }

  get isApproved(): boolean {
    return this.approval !== "denied";
  }

  get startedAt(): number {
    return dateOf(this.startTime);
  }

  get hasEnded(): boolean {
    return this.#outcome !== undefined;
  }

  remainingMs(): number {
    return Math.max(0, this.deadline - now());
  }

  signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#outcome !== undefined) this.#abort(this.#outcome);
    return this.#controller.signal;
  }

  began(): void {
    this.hasRun = true;
    if (this.span !== undefined) this.runTime = now();
  }

  report(progress: ToolProgress): void {
    if (this.#outcome === undefined) this.host.observer.progress(this, progress);
  }

  run(): unknown {
    return runCall(this);
  }

  /** Calls another tool in this call's slot. */
  execute(id: string, input: unknown, options: NestedCallOptions = {}): Promise<ToolExecution> {
    return this.host.execute(id, input, { ...inheritedOptions(this.options), ...options }, this);
  }

  /** Calls that a tool leaves running end with its own, because they run in its slot. */
  adopt(child: ToolCall): void {
    (this.#children ??= new Set()).add(child);
  }

  /** Watches the time of the call until it ends. */
  watch(): void {
    if (this.hasEnded) return;
    this.host.deadlines.forget(this);
    this.host.deadlines.watch(this);
  }

  /** Takes the outcome of a run; only the first one counts. */
  settle(outcome: RunOutcome): void {
    if (this.#outcome !== undefined) {
      // A tool that ends with the reason of its signal did what it was asked to.
      const isLate = outcome.type === "threw" && outcome.thrown !== this.#controller?.signal.reason;
      if (isLate) this.host.observer.failedLate(this, outcome.thrown);
      return;
    }
    if (outcome.type !== "returned" && retryCall(this, outcome)) return;
    this.#end(outcome);
  }

  /** Its time is up. */
  expire(): void {
    this.#endEarly({ type: "timedOut" });
  }

  cancel(): void {
    this.#endEarly({ type: "cancelled" });
  }

  /** Makes the call a listener of its signal, which can be removed without a closure for every call. */
  handleEvent(): void {
    this.cancel();
  }

  refuse(status: ToolExecutionStatus, result: ToolResult): void {
    this.#endEarly({ type: "refused", status, result });
  }

  /** Whatever goes wrong in the work on the call is its result. */
  fail(error: unknown): void {
    this.refuse("failed", ToolResult.fromError(error));
  }

  /** Resolves when the call has ended. */
  completion(): Promise<ToolExecution> {
    return (this.#completion ??= new Promise((resolve) => {
      this.#resolve = resolve;
    }));
  }

  /** Hands the outcome to whoever waits. */
  complete(execution: ToolExecution): void {
    if (this.parent !== undefined) this.parent.#children?.delete(this);
    if (this.#resolve === undefined) this.#completion = Promise.resolve(execution);
    else this.#resolve(execution);
  }

  /** Lets go of everything that could still end the call. */
  release(): void {
    this.host.deadlines.forget(this);
    continueClock(this);
    this.options.signal?.removeEventListener("abort", this);
    if (this.retryTimer !== undefined) clearTimeout(this.retryTimer);
  }

  /** Ends the call before its tool did. */
  #endEarly(outcome: CallOutcome): void {
    if (this.#outcome !== undefined) return;
    this.#outcome = outcome;
    withdrawCall(this);
    this.#abort(outcome);
    this.#end(outcome);
  }

  #end(outcome: CallOutcome): void {
    this.#outcome = outcome;
    this.endTime = now();
    this.release();
    concludeCall(this, outcome);
    this.#children?.forEach((child) => child.cancel());
  }

  #abort(outcome: CallOutcome): void {
    if (this.#controller === undefined || this.#controller.signal.aborted) return;
    this.#controller.abort(abortReason(outcome, this.options.signal));
  }
}
