import { workspaceProblem } from "../../context/lexical-path.js";
import type { ToolLookup } from "../../registry/tool-handle.js";
import { ToolResult } from "../../result/tool-result.js";
import type { AnyTool } from "../../tool/tool.js";
import { ApprovalDesk } from "../approval/approval-desk.js";
import type { ExecutionBackend } from "../backend/execution-backend.js";
import { InProcessBackend } from "../backend/in-process-backend.js";
import { checkDuration } from "../check-options.js";
import type { DisposeOptions, ExecuteOptions } from "../executor-options.js";
import { CallObserver } from "../observe/call-observer.js";
import { optionWarnings, type ResolvedOptions } from "../resolve-options.js";
import type { ToolExecution } from "../tool-execution.js";
import { DeadlineSweeper } from "./deadline-sweeper.js";
import { startCall } from "./start-call.js";
import { ToolCall } from "./tool-call.js";
import { planTool, type ToolPlan } from "./tool-plan.js";

/** How deep tools may call tools. */
const maxDepth = 32;

/** What all calls of one executor share. */
export class CallHost {
  readonly options: ResolvedOptions;
  readonly registry: ToolLookup;
  readonly observer: CallObserver;
  readonly backend: ExecutionBackend;
  readonly deadlines: DeadlineSweeper<ToolCall> = new DeadlineSweeper();
  /** Calls whose clock stands still while somebody is asked. */
  readonly paused: Set<ToolCall> = new Set();
  /** The call whose tool runs at this very moment. */
  current: ToolCall | undefined;
  readonly #plans = new WeakMap<AnyTool, ToolPlan>();
  readonly #idPrefix: string = Math.random().toString(36).slice(2, 10).padEnd(8, "0");
  #ids = 0;
  #hasWarned = false;
  #approvals: ApprovalDesk | undefined;
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

  /** Made for the first call that has to be approved, because it needs random bytes. */
  get approvals(): ApprovalDesk {
    return (this.#approvals ??= new ApprovalDesk(this.options.approvals, this.options.approvalTimeout));
  }

  /** The call by whose tool a call is being made, as far as that is known. */
  get caller(): ToolCall | undefined {
    if (this.current !== undefined || this.options.callScope === undefined) return this.current;
    const carried = this.options.callScope.getStore();
    return carried instanceof ToolCall && carried.host === this && !carried.hasEnded ? carried : undefined;
  }

  /** Makes a call, from a tool's own call where there is one. */
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

  /** Opens a call. From now on its caller can cancel it, and it ends exactly once. */
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
      signal.addEventListener("abort", call);
      if (signal.aborted) call.cancel();
    }
    const problem = this.#disposal ? "The executor has been disposed." : workspaceProblem(workspacePath);
    if (problem) call.refuse("rejected", ToolResult.failed(problem, "NotAvailable"));
    return call;
  }

  /** Of two small numbers, because the engine caches the text of every number and would keep those of all calls. */
  nextId(): string {
    const number = this.#ids++;
    return `${this.#idPrefix}${Math.floor(number / 1000)}-${number % 1000}`;
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
    checkDuration("gracePeriod", gracePeriod, 0);
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

  /** Resolves when every call has ended, after the grace period at the latest. */
  async #idle(gracePeriod: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, gracePeriod);
    });
    await Promise.race([Promise.all(this.#active().map((call) => call.completion())), late]);
    clearTimeout(timer);
  }

  /** With the first call, because tools may be registered until then. */
  #warnOfOptions(): void {
    if (this.#hasWarned || this.options.logger === undefined) return;
    this.#hasWarned = true;
    for (const warning of optionWarnings(this.options, this.registry)) this.observer.log("warn", warning);
  }
}

function nest(call: ToolCall, parent: ToolCall): void {
  let depth = 0;
  for (let at: ToolCall | undefined = parent; at !== undefined; at = at.parent) depth++;
  if (parent.hasEnded) call.cancel();
  else if (depth > maxDepth) {
    const reason = `Tools call tools more than ${maxDepth} levels deep.`;
    call.refuse("rejected", ToolResult.failed(reason, "QueueFull"));
  } else parent.adopt(call);
}
