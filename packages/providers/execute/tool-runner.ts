import {
  ToolResult,
  type ApprovalDecision,
  type ExecuteOptions,
  type IssuedApproval,
  type PreparedCall,
  type ResumeOptions,
  type ToolExecution,
  type ToolSpec,
} from "@toolkiln/runtime";
import { adaptTools } from "../adapt-tools.js";
import type { ContentOptions } from "../content/fit-parts.js";
import type { Adaptation, AdaptOptions, Provider } from "../provider.js";
import { readSpecs, type SpecSource } from "../spec-source.js";
import { ToolSetError } from "../to-definitions.js";
import { describeApproval, type ApprovalChannel, type ApprovalDescriptor } from "./approval-channel.js";
import { followProgress } from "./follow-progress.js";
import type { CallOutcome, RunningOutput } from "./tool-output.js";

/** The part of an executor that runs what a model calls. */
export interface ToolDispatcher {
  dispatch(id: string, input: unknown, options?: ExecuteOptions): Promise<ToolExecution>;
  prepare(id: string, input: unknown, options?: ExecuteOptions): Promise<PreparedCall>;
  findApproval(id: string, input: unknown, options: ExecuteOptions): Promise<IssuedApproval | undefined>;
  resume(token: string, decision: ApprovalDecision, options?: ResumeOptions): Promise<ToolExecution>;
}

/** What the application supplies to tools: injected parameters and services. */
export interface CallTypes {
  readonly inject: object;
  readonly services: object;
}

/** What every call of an application's tools brings along. */
export interface RunnerOptions<Call extends CallTypes = CallTypes> extends ContentOptions {
  /**
   * Given to the executor with each call: session, workspace, metadata. A call that waits for approval is found again by
   * them, so the request that brings the answer has to give the same.
   */
  readonly call?: Omit<ExecuteOptions, "signal" | "executionId" | "toolCallId" | keyof CallTypes> &
    Partial<Call>;
  /** Carries requests for approval to the page and edits back. */
  readonly approvals?: ApprovalChannel;
}

/** Options of the functions that make tools for a framework. */
export interface AdapterOptions<Prefix extends string = string, Call extends CallTypes = CallTypes>
  extends AdaptOptions, RunnerOptions<Call> {
  readonly prefix?: Prefix;
}

/** A call as a framework reports it. */
export interface FrameworkCall {
  readonly toolCallId: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether somebody approved it, according to the framework. */
  readonly isApproved?: boolean;
}

/** A call that was started: its progress, and in the end its outcome. */
export type RunningCall = AsyncGenerator<RunningOutput, CallOutcome, undefined>;

/** The tools of a source with what runs them. */
export interface RunnableTools<Definition> {
  readonly tools: readonly Adaptation<Definition>[];
  readonly specs: ReadonlyMap<string, ToolSpec>;
  readonly runner: ToolRunner;
}

/** Adapts tools for a framework that runs them. Rejects with a `ToolSetError` when it could not take the set. */
export async function adaptForRunning<Definition, Options extends AdaptOptions & RunnerOptions>(
  source: SpecSource,
  executor: ToolDispatcher,
  provider: Provider<Definition, Options>,
  options: Options,
): Promise<RunnableTools<Definition>> {
  const list = await readSpecs(source);
  const { tools, problems } = adaptTools(list, provider, options);
  if (problems.length > 0) throw new ToolSetError(problems);
  const specs = new Map(list.map((spec) => [spec.id, spec]));
  return { tools, specs, runner: new ToolRunner(executor, provider.name, specs, options) };
}

/**
 * Runs what a model calls through the executor, with the question and the answer of an approval apart in time. What
 * waits is in the executor's store, so a runner can be made for every request.
 */
export class ToolRunner {
  readonly #executor: ToolDispatcher;
  readonly #specs: ReadonlyMap<string, ToolSpec>;
  readonly #options: ExecuteOptions;
  readonly #approvals: ApprovalChannel | undefined;

  constructor(
    executor: ToolDispatcher,
    provider: string,
    specs: ReadonlyMap<string, ToolSpec>,
    { call = {}, approvals }: RunnerOptions,
  ) {
    this.#executor = executor;
    this.#specs = specs;
    this.#options = { provider, ...call };
    this.#approvals = approvals;
  }

  /** What somebody has to approve before a call may run. The call is prepared, and what was prepared is what will run. */
  async ask(id: string, input: unknown, toolCallId: string): Promise<ApprovalDescriptor | undefined> {
    const prepared = await this.#executor.prepare(id, input, { ...this.#options, toolCallId });
    const spec = this.#specs.get(id);
    if (prepared.status !== "approvalRequired" || spec === undefined) return undefined;
    const descriptor = describeApproval(prepared.request, spec, toolCallId, this.#options.workspacePath);
    this.#approvals?.ask(descriptor);
    return descriptor;
  }

  /** Runs a call; one that was approved runs as it was prepared, or as its approver edited it. */
  run(id: string, input: unknown, call: FrameworkCall): RunningCall {
    if (call.isApproved !== true) {
      return this.#follow(call, (options) => this.#executor.dispatch(id, input, options));
    }
    const edit = this.#approvals?.editOf(call.toolCallId);
    return this.decide(id, input, call, edit ? { decision: "edit", ...edit } : { decision: "approve" });
  }

  /** Does what somebody decided about a call that waits for approval. */
  decide(id: string, input: unknown, call: FrameworkCall, decision: ApprovalDecision): RunningCall {
    return this.#follow(call, async (options) => {
      const approval = await this.#executor.findApproval(id, input, options);
      // The executor keeps the rest of the call with the token, and reads no more of the options than it needs again.
      return approval ? this.#executor.resume(approval.token, decision, options) : nothingWaits();
    });
  }

  /** The token of a call like this one that was asked about before and still waits. */
  async isWaiting(id: string, input: unknown, toolCallId: string): Promise<boolean> {
    return (await this.#executor.findApproval(id, input, { ...this.#options, toolCallId })) !== undefined;
  }

  #follow(
    { toolCallId, signal }: FrameworkCall,
    start: (options: ExecuteOptions) => Promise<CallOutcome>,
  ): RunningCall {
    const { onProgress } = this.#options;
    return followProgress((report) =>
      start({
        ...this.#options,
        ...(signal !== undefined && { signal }),
        ...(toolCallId !== undefined && { toolCallId }),
        onProgress(step) {
          report(step);
          onProgress?.(step);
        },
      }),
    );
  }
}

/** The outcome of a call that nobody watches. */
export async function outcomeOf(running: RunningCall): Promise<CallOutcome> {
  for (;;) {
    const { done, value } = await running.next();
    if (done === true) return value;
  }
}

/** The answer to an approval that nothing waits for; it does not claim that a person denied the call. */
function nothingWaits(): CallOutcome {
  const reason =
    "No such call waits for approval: it has expired or been used already, or was requested for another input, session, workspace or metadata.";
  return { status: "denied", result: ToolResult.failed(reason, "Denied") };
}
