import type { ExecuteOptions } from "../executor/executor-options.js";
import type { ToolExecution } from "../executor/tool-execution.js";
import type { NothingInjected } from "../tool/tool-contract.js";
import type { ToolProgress } from "./tool-progress.js";

/** Options of a nested call; it inherits the others from its parent. */
export type NestedCallOptions = Pick<
  ExecuteOptions,
  "signal" | "executionId" | "toolCallId" | "inject" | "onProgress"
>;

/** The options of a nested call as rest arguments: required if the called tool needs injected values. */
export type NestedCallArguments<Injected extends object> = NothingInjected extends Injected
  ? [options?: NestedCallOptions]
  : [options: NestedCallOptions & { readonly inject: Injected }];

/** The data that a context reads from its call. Executors, backends and tests provide it. */
export interface ExecutionScope {
  readonly toolId: string;
  readonly executionId: string;
  readonly sessionId?: string | undefined;
  readonly workspacePath?: string | undefined;
  readonly isApproved: boolean;
  readonly parameters: unknown;
  readonly modifiedParameters?: unknown;
  readonly services?: object | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Created on first access, because creating a signal would be the most expensive part of a call. */
  signal(): AbortSignal;
  report(progress: ToolProgress): void;
  /** Absent if there is no executor. */
  execute?(id: string, input: unknown, options?: NestedCallOptions): Promise<ToolExecution>;
}
