import {
  ToolResult,
  type ApprovalDecision,
  type ExecuteOptions,
  type PreparedCall,
  type ToolExecutor,
  type ToolSpec,
} from "@toolkiln/runtime";
import { presentFields } from "@toolkiln/runtime/json";
import type { ContentOptions } from "../content/fit-parts.js";
import type { Adaptation, AdaptOptions, Provider } from "../provider.js";
import { readTools, ToolSetError, type SpecSource } from "../to-definitions.js";
import { describeApproval, type ApprovalChannel, type ApprovalDescriptor } from "./approval-channel.js";
import { followProgress } from "./follow-progress.js";
import type { CallOutcome, RunningOutput } from "./tool-output.js";

/** The executor methods that run a model's calls. */
export interface ToolDispatcher extends Pick<ToolExecutor, "dispatch" | "findApproval" | "resume"> {
  prepare(id: string, input: unknown, options?: ExecuteOptions): Promise<PreparedCall>;
}

/** What the application supplies to tools: injected parameters and services. */
export interface CallTypes {
  readonly inject: object;
  readonly services: object;
}

/** Options for every call of an application's tools. */
export interface RunnerOptions<Call extends CallTypes = CallTypes> extends ContentOptions {
  /**
   * Passed to the executor with each call: session, workspace, metadata. They identify a call that waits for approval,
   * so the request with the decision must pass the same values.
   */
  readonly call?: Omit<ExecuteOptions, "signal" | "executionId" | "toolCallId" | keyof CallTypes> &
    Partial<Call>;
  /** Passes approval requests to the application's web page, and the approver's edits back. */
  readonly approvals?: ApprovalChannel;
}

/** Options of functions that create framework tools. */
export interface AdapterOptions<Prefix extends string = string, Call extends CallTypes = CallTypes>
  extends AdaptOptions, RunnerOptions<Call> {
  readonly prefix?: Prefix;
}

/** A call as a framework reports it. */
export interface FrameworkCall {
  readonly toolCallId: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether it was approved, according to the framework. */
  readonly isApproved?: boolean;
}

/** A running call: yields progress, then returns the outcome. */
export type RunningCall = AsyncGenerator<RunningOutput, CallOutcome, undefined>;

/** Adapts tools for a framework that runs them. Rejects with a `ToolSetError` if the provider would reject the set. */
export async function adaptForRunning<Definition, Options extends AdaptOptions & RunnerOptions>(
  source: SpecSource,
  executor: ToolDispatcher,
  provider: Provider<Definition, Options>,
  options: Options,
): Promise<{ readonly tools: readonly Adaptation<Definition>[]; readonly runner: ToolRunner }> {
  const { tools, problems } = await readTools(source, provider, options);
  if (problems.length > 0) throw new ToolSetError(problems);
  return { tools, runner: new ToolRunner(executor, provider.name, options) };
}

/**
 * Runs a model's calls through the executor. The decision on an approval request can arrive later: the executor's
 * store keeps pending calls, so a runner can be created for every request.
 */
export class ToolRunner {
  readonly #executor: ToolDispatcher;
  readonly #options: ExecuteOptions;
  readonly #approvals: ApprovalChannel | undefined;

  constructor(executor: ToolDispatcher, provider: string, { call = {}, approvals }: RunnerOptions) {
    this.#executor = executor;
    this.#options = { provider, ...call };
    this.#approvals = approvals;
  }

  /** Prepares a call; returns its approval request if it needs one. Once approved, the prepared call runs. */
  async prepare(spec: ToolSpec, input: unknown, toolCallId: string): Promise<ApprovalDescriptor | undefined> {
    const prepared = await this.#executor.prepare(spec.id, input, { ...this.#options, toolCallId });
    if (prepared.status !== "approvalRequired") return undefined;
    const descriptor = describeApproval(prepared.request, spec, toolCallId, this.#options.workspacePath);
    this.#approvals?.requests.set(toolCallId, descriptor);
    return descriptor;
  }

  /** Runs a call; an approved call runs as prepared, or as the approver edited it. */
  run(id: string, input: unknown, call: FrameworkCall): RunningCall {
    if (call.isApproved !== true) {
      return this.#follow(call, (options) => this.#executor.dispatch(id, input, options));
    }
    const { toolCallId = "" } = call;
    const { edits = new Map<string, unknown>() } = this.#approvals ?? {};
    const params = edits.get(toolCallId);
    return this.decide(id, input, call, edits.has(toolCallId) ? { decision: "edit", params } : approve);
  }

  /** Applies a decision to a call that waits for approval. */
  decide(id: string, input: unknown, call: FrameworkCall, decision: ApprovalDecision): RunningCall {
    return this.#follow(call, async (options) => {
      const approval = await this.#executor.findApproval(id, input, options);
      // The executor stores the prepared call, so it reads only some of the options here.
      return approval ? this.#executor.resume(approval.token, decision, options) : noPendingCall();
    });
  }

  /** Whether this call is waiting for approval. */
  async isPending(id: string, input: unknown, toolCallId: string): Promise<boolean> {
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
        ...presentFields({ signal, toolCallId }),
        onProgress(step) {
          report(step);
          onProgress?.(step);
        },
      }),
    );
  }
}

const approve: ApprovalDecision = { decision: "approve" };

/** The outcome of a call, without progress. */
export async function outcomeOf(running: RunningCall): Promise<CallOutcome> {
  for (;;) {
    const { done, value } = await running.next();
    if (done === true) return value;
  }
}

/** The outcome of a decision without a pending call; must not report that a person denied it. */
function noPendingCall(): CallOutcome {
  const reason =
    "No pending approval matches this call: it expired, was already used, or was requested for another input, session, workspace or metadata.";
  return { status: "denied", result: ToolResult.failed(reason, "Denied") };
}
