import { workspaceProblem } from "../../context/lexical-path.js";
import { ToolExecutionContext, type NestedCallOptions } from "../../context/tool-execution-context.js";
import type { ToolProgress } from "../../context/tool-progress.js";
import { presentFields } from "../../result/present-fields.js";
import { ToolResult, withFields } from "../../result/tool-result.js";
import type { AnyTool } from "../../tool/tool.js";
import type { BackendActivity, ExecutionBackend, RunOutcome } from "../backend/execution-backend.js";
import { InProcessBackend } from "../backend/in-process-backend.js";
import { checkDuration } from "../check-options.js";
import { now } from "../clock.js";
import type { DisposeOptions, ExecuteOptions } from "../executor-options.js";
import { CallObserver } from "../observe/call-observer.js";
import type { SettledOptions } from "../settle-options.js";
import { ToolExecution } from "../tool-execution.js";
import { concludeCall, type CloseCall } from "./conclude-call.js";
import { DeadlineSweeper } from "./deadline-sweeper.js";
import { ToolCall, type CallOutcome, type CallOwner } from "./tool-call.js";
import { planTool, type ToolPlan } from "./tool-plan.js";

/** How deep tools may call tools. */
const maxDepth = 32;

/** Takes a call that a tool makes from its lookup to its submission. */
export type Dispatch = (call: ToolCall, input: unknown) => void;

/** Brings calls from their opening to their end: time, cancellation, retries, nesting, and one completion each. */
export class CallEngine implements CallOwner {
  readonly observer: CallObserver;
  readonly #options: SettledOptions;
  readonly #backend: ExecutionBackend;
  readonly #dispatch: Dispatch;
  readonly #deadlines = new DeadlineSweeper();
  readonly #plans = new WeakMap<AnyTool, ToolPlan>();
  /** Calls whose clock stands still while somebody is asked. */
  readonly #paused = new Set<ToolCall>();
  readonly #idPrefix: string = Math.random().toString(36).slice(2, 10).padEnd(8, "0");
  #calls = 0;
  /** The call whose body runs at this very moment. */
  #current: ToolCall | undefined;
  #disposal: Promise<void> | undefined;

  constructor(options: SettledOptions, dispatch: Dispatch) {
    this.#options = options;
    this.#dispatch = dispatch;
    this.observer = new CallObserver(options);
    this.#backend = options.backend ?? new InProcessBackend(options);
  }

  get isDisposed(): boolean {
    return this.#disposal !== undefined;
  }

  get activity(): BackendActivity | undefined {
    return this.#backend.activity;
  }

  planOf(tool: AnyTool): ToolPlan {
    let plan = this.#plans.get(tool);
    if (plan === undefined) {
      plan = planTool(tool, this.#options);
      this.#plans.set(tool, plan);
    }
    return plan;
  }

  /** Opens a call. From now on its caller can cancel it, and it ends exactly once. */
  open(
    toolId: string,
    options: ExecuteOptions,
    parent: ToolCall | undefined = this.#caller(),
    isQuiet = false,
  ): ToolCall {
    const call = new ToolCall(toolId, options, this, this.#calls++, now(), parent);
    call.isQuiet = isQuiet;
    call.deadline = call.startTime + this.#options.executionTimeout;
    if (parent !== undefined) this.#nest(call, parent);
    const { signal, workspacePath } = options;
    if (signal !== undefined) {
      signal.addEventListener("abort", call);
      if (signal.aborted) call.handleEvent();
    }
    const problem = this.#disposal ? "The executor has been disposed." : workspaceProblem(workspacePath);
    if (problem) call.refuse("rejected", ToolResult.failed(problem, "NotAvailable"));
    return call;
  }

  /** The call's tool is known. */
  begin(call: ToolCall, plan: ToolPlan): void {
    call.plan = plan;
    call.risk = plan.spec.risk;
    const deadline = call.startTime + plan.timeout;
    call.deadline = call.parent === undefined ? deadline : Math.min(deadline, call.parent.deadline);
    if (!call.isQuiet) this.observer.started(call);
  }

  /** Watches the time of a call that has to wait before it can be submitted. */
  watch(call: ToolCall): void {
    if (!call.hasEnded) this.#deadlines.watch(call);
  }

  /** Whatever goes wrong in the work on a call is the call's result. */
  guard(call: ToolCall, work: Promise<void>): void {
    work.catch((error: unknown) => call.refuse("failed", ToolResult.fromError(error)));
  }

  /** Fails the call that asks; false when there is none. */
  failCaller(error: unknown): boolean {
    const call = this.#caller();
    call?.refuse("failed", ToolResult.fromError(error));
    return call !== undefined;
  }

  /** Stops the clock of a call while somebody is asked. */
  pause(call: ToolCall): void {
    this.#deadlines.forget(call);
    this.#paused.add(call);
    call.pausedAt = now();
  }

  /** Starts the clock again; a call that is not paused is left alone. */
  unpause(call: ToolCall): void {
    if (!this.#paused.delete(call)) return;
    call.approvalMs = now() - call.pausedAt;
    call.deadline += call.approvalMs;
  }

  /** Hands a call that may run to the backend. */
  submit(call: ToolCall): void {
    if (call.hasEnded) return;
    const { plan } = call;
    if (plan?.claims !== undefined) call.claims = plan.claims(call.effectiveParameters);
    if (call.approval === "notRequired") this.observer.recorder?.decided(call, "allowed");
    this.#deadlines.forget(call);
    this.#deadlines.watch(call);
    if (call.span !== undefined) call.submitTime = now();
    this.#attempt(call);
  }

  /** Lets go of a call that was only prepared. */
  release(call: ToolCall): void {
    this.#deadlines.forget(call);
    if (this.#paused.size > 0) this.unpause(call);
    call.options.signal?.removeEventListener("abort", call);
  }

  dispose({ gracePeriod = 0 }: DisposeOptions = {}): Promise<void> {
    checkDuration("gracePeriod", gracePeriod, 0);
    return (this.#disposal ??= this.#dispose(gracePeriod));
  }

  nameCall(sequence: number): string {
    return `${this.#idPrefix}-${sequence.toString(36)}`;
  }

  run(call: ToolCall): unknown {
    const { plan } = call;
    call.began();
    const { callScope } = this.#options;
    const before = this.#current;
    this.#current = call;
    try {
      return callScope === undefined ? runBody(call, plan) : callScope.run(call, () => runBody(call, plan));
    } finally {
      this.#current = before;
    }
  }

  progress(call: ToolCall, progress: ToolProgress): void {
    this.observer.progress(call, progress);
  }

  execute(
    parent: ToolCall,
    id: string,
    input: unknown,
    options: NestedCallOptions = {},
  ): Promise<ToolExecution> {
    const { sessionId, workspacePath, services, metadata, provider, model } = parent.options;
    const inherited = presentFields({ sessionId, workspacePath, services, metadata, provider, model });
    const call = this.open(id, { ...inherited, ...options }, parent);
    this.#dispatch(call, input);
    return call.completion();
  }

  retries(call: ToolCall, outcome: RunOutcome): boolean {
    const left = (call.plan?.retries ?? 0) - call.attempts + 1;
    if (left <= 0 || outcome.type === "rejected" || this.#disposal !== undefined) return false;
    const delay = this.#options.retryDelay * 2 ** (call.attempts - 1);
    if (delay >= call.remainingMs()) return false;
    call.retryTimer = setTimeout(() => this.#attempt(call), delay);
    return true;
  }

  failedLate(call: ToolCall, thrown: unknown): void {
    this.observer.recorder?.failedLate(call, thrown);
  }

  withdraw(call: ToolCall): void {
    // A call that was never submitted is unknown to the backend.
    if (call.attempts === 0) return;
    try {
      this.#backend.withdraw(call);
    } catch (error) {
      this.observer.recorder?.complain("The backend", error);
    }
  }

  ended(call: ToolCall, outcome: CallOutcome): void {
    call.endTime = now();
    this.release(call);
    if (call.retryTimer !== undefined) clearTimeout(call.retryTimer);
    concludeCall(call, outcome, this.#options.validateResults !== false, this.#close);
  }

  readonly #close: CloseCall = (call, status, result) => {
    const execution = new ToolExecution(status, withWarnings(call, result), call);
    if (!call.isQuiet) this.observer.completed(call, execution);
    call.complete(execution);
  };

  #attempt(call: ToolCall): void {
    call.attempts++;
    try {
      this.#backend.submit(call);
    } catch (error) {
      call.refuse("failed", ToolResult.fromError(error));
    }
  }

  /** The call by whose body a call is being made, as far as that can be told. */
  #caller(): ToolCall | undefined {
    if (this.#current !== undefined) return this.#current;
    const carried = this.#options.callScope?.getStore();
    return carried instanceof ToolCall && carried.belongsTo(this) && !carried.hasEnded ? carried : undefined;
  }

  #nest(call: ToolCall, parent: ToolCall): void {
    let depth = 0;
    for (let at: ToolCall | undefined = parent; at !== undefined; at = at.parent) depth++;
    if (parent.hasEnded) call.handleEvent();
    else if (depth > maxDepth) {
      const reason = `Tools call tools more than ${maxDepth} levels deep.`;
      call.refuse("rejected", ToolResult.failed(reason, "QueueFull"));
    } else parent.adopt(call);
  }

  async #dispose(gracePeriod: number): Promise<void> {
    if (gracePeriod > 0) await this.#idle(gracePeriod);
    for (const call of this.#active()) call.handleEvent();
    this.#deadlines.dispose();
    await this.#backend.dispose();
  }

  #active(): ToolCall[] {
    return [...this.#deadlines.items().filter((item) => item instanceof ToolCall), ...this.#paused];
  }

  /** Resolves when every call has ended, after the grace period at the latest. */
  async #idle(gracePeriod: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, gracePeriod);
    });
    await Promise.race([Promise.all(this.#active().map((call) => call.completion())), late]);
    clearTimeout(timer);
  }
}

/** The result with what is worth knowing about its tool, its call and itself. */
function withWarnings({ plan, warnings }: ToolCall, result: ToolResult): ToolResult {
  if (plan === undefined || plan.warnings.length + warnings.length === 0) return result;
  return withFields(result, { warnings: [...plan.warnings, ...warnings, ...result.warnings] });
}

function runBody(call: ToolCall, plan: ToolPlan | undefined): unknown {
  return plan?.tool.run(call.effectiveParameters, new ToolExecutionContext(call));
}
