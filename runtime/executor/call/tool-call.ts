import type { ExecutionScope, NestedCallOptions } from "../../context/tool-execution-context.js";
import type { ToolProgress } from "../../context/tool-progress.js";
import { none } from "../../result/none.js";
import type { ToolResult } from "../../result/tool-result.js";
import type { AnyToolContract } from "../../tool/contract-types.js";
import type { RiskLevel } from "../../tool/risk-level.js";
import type { EnvelopeSpec } from "../../tool/tool-spec.js";
import type { ToolValidationWarning } from "../../validation/tool-validation-warning.js";
import type { ExecutionJob, RunOutcome } from "../backend/execution-backend.js";
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
import type { Expiring } from "./deadline-sweeper.js";
import type { ToolPlan } from "./tool-plan.js";

/** How a call ended, whoever ended it. */
export type CallOutcome =
  | RunOutcome
  | { readonly type: "refused"; readonly status: ToolExecutionStatus; readonly result: ToolResult }
  | { readonly type: "cancelled" }
  | { readonly type: "timedOut" };

/** Whom a call tells what happens to it. */
export interface CallOwner {
  /** The name of the call with this number. */
  nameCall(sequence: number): string;
  run(call: ToolCall): unknown;
  progress(call: ToolCall, progress: ToolProgress): void;
  execute(
    parent: ToolCall,
    id: string,
    input: unknown,
    options: NestedCallOptions | undefined,
  ): Promise<ToolExecution>;
  /** Whether the call is to be run again instead of ending like this. */
  retries(call: ToolCall, outcome: RunOutcome): boolean;
  /** The tool threw after its call had ended. */
  failedLate(call: ToolCall, thrown: unknown): void;
  /** The call ended before its tool did. */
  withdraw(call: ToolCall): void;
  ended(call: ToolCall, outcome: CallOutcome): void;
}

type Resolve = (execution: ToolExecution) => void;

/** One call on its way through the executor: the job, the scope of its context, and the one place where it ends. */
export class ToolCall implements ExecutionJob, ExecutionScope, Expiring, ExecutionRecord {
  toolId: string;
  readonly options: ExecuteOptions;
  readonly parent: ToolCall | undefined;
  readonly startTime: number;
  endTime = 0;
  deadline = 0;
  approval: ApprovalState = "notRequired";
  parameters: unknown = undefined;
  modifiedParameters: unknown = undefined;
  /** What the parameters were made of, where the schema may have put values in other places. */
  input: unknown = undefined;
  risk: RiskLevel | undefined = undefined;
  /** What preparing the call found worth knowing. */
  warnings: readonly ToolValidationWarning[] = none;
  plan: ToolPlan | undefined = undefined;
  /** Whether nobody is told of it, because it is only prepared. */
  isQuiet = false;
  claims: readonly ResourceClaim[] | undefined = undefined;
  backendNote: unknown = undefined;
  previous: Expiring | undefined = undefined;
  next: Expiring | undefined = undefined;
  span: Span | undefined = undefined;
  /** How often it was handed to the backend. */
  attempts = 0;
  hasRun = false;
  submitTime = 0;
  runTime = 0;
  pausedAt = 0;
  approvalMs = 0;
  retryTimer: ReturnType<typeof setTimeout> | undefined = undefined;
  readonly #sequence: number;
  readonly #owner: CallOwner;
  #executionId: string | undefined;
  #controller: AbortController | undefined = undefined;
  #children: Set<ToolCall> | undefined = undefined;
  #outcome: CallOutcome | undefined = undefined;
  #execution: ToolExecution | undefined = undefined;
  #completion: Promise<ToolExecution> | undefined = undefined;
  #resolve: Resolve | undefined = undefined;

  constructor(
    toolId: string,
    options: ExecuteOptions,
    owner: CallOwner,
    sequence: number,
    startTime: number,
    parent: ToolCall | undefined,
  ) {
    this.toolId = toolId;
    this.options = options;
    this.startTime = startTime;
    this.parent = parent;
    this.#owner = owner;
    this.#sequence = sequence;
    this.#executionId = options.executionId;
  }

  /** Made when it is first read. */
  get executionId(): string {
    return (this.#executionId ??= this.#owner.nameCall(this.#sequence));
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
    return this.options.services;
  }

  get provider(): string | undefined {
    return this.options.provider;
  }

  get model(): string | undefined {
    return this.options.model;
  }

  get toolCallId(): string | undefined {
    return this.options.toolCallId;
  }

  get envelopeSpec(): EnvelopeSpec | undefined {
    return this.plan?.spec.envelope;
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
    if (this.#outcome === undefined) this.#owner.progress(this, progress);
  }

  run(): unknown {
    return this.#owner.run(this);
  }

  /** Calls another tool in this call's slot. */
  execute(id: string, input: unknown, options?: NestedCallOptions): Promise<ToolExecution> {
    return this.#owner.execute(this, id, input, options);
  }

  belongsTo(owner: CallOwner): boolean {
    return this.#owner === owner;
  }

  adopt(child: ToolCall): void {
    (this.#children ??= new Set()).add(child);
  }

  settle(outcome: RunOutcome): void {
    if (this.#outcome !== undefined) {
      // A tool that ends with the reason of its signal did what it was told.
      const isLate = outcome.type === "threw" && outcome.thrown !== this.#controller?.signal.reason;
      if (isLate) this.#owner.failedLate(this, outcome.thrown);
      return;
    }
    if (outcome.type !== "returned" && this.#owner.retries(this, outcome)) return;
    this.#end(outcome);
  }

  /** Its time is up. */
  expire(): void {
    this.#endEarly({ type: "timedOut" });
  }

  /** An event listener, so that it can be removed without a closure for every call. */
  handleEvent(): void {
    this.#endEarly({ type: "cancelled" });
  }

  refuse(status: ToolExecutionStatus, result: ToolResult): void {
    this.#endEarly({ type: "refused", status, result });
  }

  /** Resolves when the call has ended. */
  completion(): Promise<ToolExecution> {
    if (this.#execution !== undefined) return Promise.resolve(this.#execution);
    if (this.#completion === undefined) {
      this.#completion = new Promise((resolve) => {
        this.#resolve = resolve;
      });
    }
    return this.#completion;
  }

  /** Hands the outcome to whoever waits. */
  complete(execution: ToolExecution): void {
    if (this.parent !== undefined) this.parent.#children?.delete(this);
    this.#execution = execution;
    this.#resolve?.(execution);
  }

  /** Ends the call before its tool did. */
  #endEarly(outcome: CallOutcome): void {
    if (this.#outcome !== undefined) return;
    this.#outcome = outcome;
    this.#owner.withdraw(this);
    this.#abort(outcome);
    this.#end(outcome);
  }

  #end(outcome: CallOutcome): void {
    this.#outcome = outcome;
    this.#owner.ended(this, outcome);
    // Calls that a tool left running end with it, because they run in its slot.
    if (this.#children !== undefined) for (const child of this.#children) child.handleEvent();
  }

  #abort(outcome: CallOutcome): void {
    if (this.#controller === undefined || this.#controller.signal.aborted) return;
    this.#controller.abort(this.#abortReason(outcome));
  }

  #abortReason(outcome: CallOutcome): unknown {
    if (outcome.type === "timedOut") {
      return new DOMException("The call ran longer than it may.", "TimeoutError");
    }
    const { signal } = this.options;
    return signal?.aborted ? signal.reason : new DOMException("The call has ended.", "AbortError");
  }
}
