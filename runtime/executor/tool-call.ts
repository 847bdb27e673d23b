import type { ExecutionScope } from "../context/tool-execution-context.js";
import { ToolExecutionContext } from "../context/tool-execution-context.js";
import type { ToolProgress } from "../context/tool-progress.js";
import type { AnyTool } from "../tool/tool.js";
import type { Expiring } from "./deadline-sweeper.js";
import type { ExecuteOptions } from "./executor-options.js";
import type { ExecutionJob, RunOutcome } from "./execution-backend.js";
import type { ApprovalState, ExecutionRecord } from "./tool-execution.js";

/** How a call ended, whoever ended it. */
export type CallOutcome =
  | RunOutcome
  | { readonly type: "cancelled" }
  | { readonly type: "timedOut" }
  | { readonly type: "disposed" };

/** Whom a call tells what happens to it. */
export interface CallOwner {
  /** The call ended before its tool did. */
  withdraw(call: ToolCall): void;
  progress(call: ToolCall, progress: ToolProgress): void;
}

/** One call on its way through the executor: the job, the scope of its context, and the one place where it ends. */
export class ToolCall implements ExecutionJob, ExecutionScope, Expiring, ExecutionRecord {
  readonly toolId: string;
  readonly executionId: string;
  readonly options: ExecuteOptions;
  readonly startTime: number = performance.now();
  endTime = 0;
  deadline: number;
  approval: ApprovalState = "notRequired";
  parameters: unknown = undefined;
  modifiedParameters: unknown = undefined;
  tool: AnyTool | undefined = undefined;
  idempotent = false;
  backendNote: unknown = undefined;
  previous: Expiring | undefined = undefined;
  next: Expiring | undefined = undefined;
  #controller: AbortController | undefined = undefined;
  #resolve: ((outcome: CallOutcome) => void) | undefined = undefined;
  #outcome: CallOutcome | undefined = undefined;
  readonly #owner: CallOwner;

  constructor(
    toolId: string,
    executionId: string,
    timeout: number,
    options: ExecuteOptions,
    owner: CallOwner,
  ) {
    this.toolId = toolId;
    this.executionId = executionId;
    this.options = options;
    this.deadline = this.startTime + timeout;
    this.#owner = owner;
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

  get provider(): string | undefined {
    return this.options.provider;
  }

  get model(): string | undefined {
    return this.options.model;
  }

  get toolCallId(): string | undefined {
    return this.options.toolCallId;
  }

  get isApproved(): boolean {
    return this.approval === "approved" || this.approval === "edited";
  }

  get startedAt(): number {
    return performance.timeOrigin + this.startTime;
  }

  /** Whether the call has ended before its tool did. */
  get ended(): CallOutcome | undefined {
    return this.#outcome;
  }

  remainingMs(): number {
    return Math.max(0, this.deadline - performance.now());
  }

  signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#outcome !== undefined) this.#abort(this.#outcome);
    return this.#controller.signal;
  }

  report(progress: ToolProgress): void {
    if (this.#outcome === undefined) this.#owner.progress(this, progress);
  }

  run(): unknown {
    return this.tool?.run(this.modifiedParameters ?? this.parameters, new ToolExecutionContext(this));
  }

  settle(outcome: RunOutcome): void {
    this.#end(outcome);
  }

  expire(): void {
    this.#endEarly({ type: "timedOut" });
  }

  /** An event listener, so that it can be removed without a closure for every call. */
  handleEvent(): void {
    this.#endEarly({ type: "cancelled" });
  }

  giveUp(): void {
    this.#endEarly({ type: "disposed" });
  }

  /** Resolves when the call has ended. */
  outcome(): Promise<CallOutcome> {
    return new Promise((resolve) => {
      if (this.#outcome !== undefined) resolve(this.#outcome);
      else this.#resolve = resolve;
    });
  }

  #endEarly(outcome: CallOutcome): void {
    if (!this.#end(outcome)) return;
    this.#owner.withdraw(this);
    this.#abort(outcome);
  }

  #end(outcome: CallOutcome): boolean {
    if (this.#outcome !== undefined) return false;
    this.#outcome = outcome;
    this.#resolve?.(outcome);
    return true;
  }

  #abort(outcome: CallOutcome): void {
    if (this.#controller === undefined || this.#controller.signal.aborted) return;
    const reason: unknown =
      outcome.type === "timedOut"
        ? new DOMException("The call ran longer than it may.", "TimeoutError")
        : this.options.signal?.reason;
    this.#controller.abort(reason);
  }
}
