import { workspaceProblem } from "../../context/lexical-path.js";
import type { ToolLookup } from "../../registry/tool-handle.js";
import { ToolResult } from "../../result/tool-result.js";
import type { AnyTool } from "../../tool/tool.js";
import { ApprovalIssuer } from "../approval/approval-issuer.js";
import type { ExecutionBackend } from "../backend/execution-backend.js";
import { InProcessBackend } from "../backend/in-process-backend.js";
import { duration } from "../check-options.js";
import type { DisposeOptions, ExecuteOptions } from "../executor-options.js";
import { CallObserver } from "../observe/call-observer.js";
import { optionWarnings, type ResolvedOptions } from "../resolve-options.js";
import type { ToolExecution } from "../tool-execution.js";
import { DeadlineSweeper } from "./deadline-sweeper.js";
import { startCall } from "./start-call.js";
import { ToolCall } from "./tool-call.js";
import { planTool, type ToolPlan } from "./tool-plan.js";

/** Maximum depth of nested calls. */
const maxDepth = 32;

/** State shared by all calls. */
export class CallHost {
  readonly options: ResolvedOptions;
  readonly registry: ToolLookup;
  readonly observer: CallObserver;
  readonly backend: ExecutionBackend;
  readonly deadlines: DeadlineSweeper<ToolCall> = new DeadlineSweeper();
  /** Calls that wait for approval; their timeout is paused. */
  readonly paused: Set<ToolCall> = new Set();
  /** The call whose tool is on the call stack. */
  current: ToolCall | undefined;
  readonly #plans = new WeakMap<AnyTool, ToolPlan>();
  readonly #idPrefix: string = Math.random().toString(36).slice(2, 10).padEnd(8, "0");
  #idBlock = "";
  #ids = 0;
  #hasWarned = false;
  #approvals: ApprovalIssuer | undefined;
  #disposal: Promise<void> | undefined;

  constructor(options: ResolvedOptions, registry: ToolLookup) {
    this.options = options;
    this.registry = registry;
    this.observer = new CallObserver(options);
    this.backend = options.backend ?? new InProcessBackend(options);
  }

  get isDisposed(): boolean {
    return this.#disposal !== undefined;
  }

  /** Created lazily, because it needs random bytes. */
  get approvals(): ApprovalIssuer {
    return (this.#approvals ??= new ApprovalIssuer(this.options.approvals, this.options.approvalTimeout));
  }

  /** The call whose tool is making a nested call, if known. */
  get caller(): ToolCall | undefined {
    if (this.current !== undefined || this.options.callScope === undefined) return this.current;
    const carried = this.options.callScope.getStore();
    return carried instanceof ToolCall && carried.host === this && !carried.hasEnded ? carried : undefined;
  }

  /** Runs a call; with `parent`, as a nested call. */
  execute(
    toolId: string,
    input: unknown,
    options: ExecuteOptions,
    parent?: ToolCall,
  ): Promise<ToolExecution> {
    const call = this.open(toolId, options, parent);
    startCall(call, input);
    return call.completion();
  }

  /** Opens a call. From now on it can be cancelled, and it ends exactly once. */
  open(
    toolId: string,
    options: ExecuteOptions,
    parent: ToolCall | undefined = this.caller,
    isQuiet = false,
  ): ToolCall {
    const call = new ToolCall(this, toolId, options, parent, isQuiet);
    if (parent !== undefined) nest(call, parent);
    const { signal, workspacePath } = options;
    if (signal !== undefined) {
      if (signal.aborted) call.cancel();
      else Promise.resolve(call).then(wait).then(listen, ignore);
    }
    const problem = this.#disposal ? "The executor has been disposed." : workspaceProblem(workspacePath);
    if (problem) call.refuse("rejected", ToolResult.failed(problem, "NotAvailable"));
    return call;
  }

  /** The id ends in a small number: engines cache number strings, and ever larger ones would fill the cache. */
  nextId(): string {
    const last = this.#ids++ % 1000;
    if (last === 0) this.#idBlock = `${this.#idPrefix}${(this.#ids - 1) / 1000}-`;
    return this.#idBlock + last;
  }

  planOf(tool: AnyTool): ToolPlan {
    let plan = this.#plans.get(tool);
    if (plan === undefined) {
      plan = planTool(tool, this.options, this.registry);
      this.#plans.set(tool, plan);
      this.#warnOfOptions();
    }
    return plan;
  }

  dispose({ gracePeriod = 0 }: DisposeOptions = {}): Promise<void> {
    duration(0)(gracePeriod, "gracePeriod");
    return (this.#disposal ??= this.#dispose(gracePeriod));
  }

  async #dispose(gracePeriod: number): Promise<void> {
    if (gracePeriod > 0) await this.#idle(gracePeriod);
    for (const call of this.#active()) call.cancel();
    this.deadlines.dispose();
    await this.backend.dispose();
  }

  #active(): ToolCall[] {
    return [...this.deadlines.items(), ...this.paused];
  }

  /** Resolves when all calls have ended or the grace period is over. */
  async #idle(gracePeriod: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, gracePeriod);
    });
    await Promise.race([Promise.all(this.#active().map((call) => call.completion())), late]);
    clearTimeout(timer);
  }

  /** On the first call, because tools may be registered until then. */
  #warnOfOptions(): void {
    if (this.#hasWarned || this.options.logger === undefined) return;
    this.#hasWarned = true;
    for (const warning of optionWarnings(this.options, this.registry)) this.observer.log("warn", warning);
  }
}

/** Abort listeners are slow, so wait two microtasks first: by then, synchronous calls have ended. */
const wait = (call: ToolCall): ToolCall => call;
const listen = (call: ToolCall): void => call.listen();
const ignore = (): void => undefined;

function nest(call: ToolCall, parent: ToolCall): void {
  let depth = 0;
  for (let at: ToolCall | undefined = parent; at !== undefined; at = at.parent) depth++;
  if (parent.hasEnded) call.cancel();
  else if (depth > maxDepth) {
    const reason = `Nested calls are limited to ${maxDepth} levels.`;
    call.refuse("rejected", ToolResult.failed(reason, "QueueFull"));
  } else parent.adopt(call);
}
