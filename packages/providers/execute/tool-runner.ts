import {
  toLlmContext,
  ToolResult,
  type ApprovalDecision,
  type ExecuteOptions,
  type IssuedApproval,
  type Preparation,
  type ToolExecution,
  type ToolExecutionStatus,
} from "@toolkiln/runtime";
import type { Adaptation } from "../provider.js";

/** The part of an executor that runs what a model calls. */
export interface ToolDispatcher {
  dispatch(id: string, input: unknown, options?: ExecuteOptions): Promise<ToolExecution>;
  prepare(id: string, input: unknown, options?: ExecuteOptions): Promise<Preparation>;
  findApproval(id: string, input: unknown, options: ExecuteOptions): Promise<IssuedApproval | undefined>;
  resume(
    token: string,
    decision: ApprovalDecision,
    options?: Pick<ExecuteOptions, "signal" | "services" | "inject" | "onProgress">,
  ): Promise<ToolExecution>;
}

/** What every call of an application's tools brings along. */
export interface RunnerOptions {
  /**
   * Given to the executor with each call: session, workspace, metadata. A call that waits for approval is found again by
   * them, so the request that brings the answer has to give the same.
   */
  readonly call?: Omit<ExecuteOptions, "signal" | "executionId" | "toolCallId">;
}

/** A call as a framework reports it. */
export interface FrameworkCall {
  readonly toolCallId: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether the framework says that somebody approved it. */
  readonly isApproved?: boolean;
}

/** The outcome of a call: plain data for the application, and the text that a model is shown. */
export interface ToolOutput {
  readonly status: ToolExecutionStatus;
  readonly success: boolean;
  /** What the model reads; it contains the data once. */
  readonly text: string;
  readonly data?: unknown;
}

/**
 * Runs what a model calls through the executor, with the question and the answer of an approval apart in time. What
 * waits is in the executor's store, so a runner can be made for every request.
 */
export class ToolRunner {
  readonly #executor: ToolDispatcher;
  readonly #options: ExecuteOptions;

  constructor(executor: ToolDispatcher, provider: string, { call = {} }: RunnerOptions) {
    this.#executor = executor;
    this.#options = { provider, ...call };
  }

  /** Whether somebody has to approve a call. The call is prepared, and what was prepared is what will run. */
  async needsApproval(
    tool: Adaptation,
    sent: unknown,
    { toolCallId, isApproved }: FrameworkCall,
  ): Promise<boolean> {
    // Asked again after the answer: only the token of the first question counts.
    if (isApproved === true) return true;
    if (toolCallId === undefined) return false;
    const options = { ...this.#options, toolCallId };
    const prepared = await this.#executor.prepare(tool.id, tool.decode(sent), options);
    return prepared.status === "approvalRequired";
  }

  /** Runs a call; one that was approved runs as it was prepared. */
  async run(tool: Adaptation, sent: unknown, call: FrameworkCall): Promise<ToolOutput> {
    const { toolCallId, signal, isApproved } = call;
    const options = {
      ...this.#options,
      ...(signal !== undefined && { signal }),
      ...(toolCallId !== undefined && { toolCallId }),
    };
    const input = tool.decode(sent);
    if (isApproved !== true) return toOutput(await this.#executor.dispatch(tool.id, input, options));
    const approval = await this.#executor.findApproval(tool.id, input, options);
    if (approval === undefined) return deniedOutput();
    // The executor keeps the rest of the call with the token, and reads no more of the options than it needs again.
    return toOutput(await this.#executor.resume(approval.token, { decision: "approve" }, options));
  }
}

function toOutput({ status, result }: ToolExecution): ToolOutput {
  const text = toLlmContext(result);
  return { status, success: result.success, text, ...(result.success && { data: result.data }) };
}

/** The answer to an approval that nothing waits for; it does not claim that a person said no. */
function deniedOutput(): ToolOutput {
  const reason =
    "No such call waits for approval: it has expired or been used already, or was requested for another input, session, workspace or metadata.";
  const result = ToolResult.failed(reason, "Denied");
  return { status: "denied", success: false, text: toLlmContext(result) };
}
