import type { ToolExecution } from "../executor/tool-execution.js";
import type { NothingInjected } from "../tool/tool-contract.js";
import type { ToolProgress } from "./tool-progress.js";

/** What a call that a tool makes may bring along; the rest it has from the tool's own call. */
export interface NestedCallOptions {
  readonly signal?: AbortSignal;
  readonly executionId?: string;
  readonly toolCallId?: string;
  /** Parameters that the application supplies. */
  readonly inject?: object;
  readonly onProgress?: (progress: ToolProgress) => unknown;
}

/** The options of a call that a tool makes, which it has to give where the tool that it calls is lent something. */
export type NestedCallArguments<Injected extends object> = NothingInjected extends Injected
  ? [options?: NestedCallOptions]
  : [options: NestedCallOptions & { readonly inject: Injected }];

/** What a context reads from its call. The executor provides it; so may a backend or a test. */
export interface ExecutionScope {
  readonly toolId: string;
  readonly executionId: string;
  readonly sessionId?: string | undefined;
  readonly workspacePath?: string | undefined;
  readonly isApproved: boolean;
  /** The validated parameters as they were asked for. */
  readonly parameters: unknown;
  /** The parameters as an approver changed them. */
  readonly modifiedParameters?: unknown;
  /** Services by name, or a provider that finds them by key. */
  readonly services?: object | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Made on first access, because a signal that nobody reads would be the most expensive part of a call. */
  signal(): AbortSignal;
  report(progress: ToolProgress): void;
  /** Absent where there is no executor to call tools with. */
  execute?(id: string, input: unknown, options?: NestedCallOptions): Promise<ToolExecution>;
}
