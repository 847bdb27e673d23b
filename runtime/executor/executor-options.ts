import type { ToolProgress } from "../context/tool-progress.js";
import type { Approver } from "./approval.js";
import type { ApprovalPolicy } from "./approval-policy.js";
import type { ExecutionBackend } from "./execution-backend.js";
import type { PathPolicy } from "./path-policy.js";

/** Where the executor writes its log. `console` is one. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** How an executor works. All times are milliseconds. */
export interface ToolExecutorOptions {
  /** Time for waiting and running together; 120,000 unless said otherwise. */
  readonly executionTimeout?: number;
  /** Calls that run at once; 3 unless said otherwise. */
  readonly maxConcurrentExecutions?: number;
  /** Calls that may wait; 10,000 unless said otherwise. */
  readonly maxQueueLength?: number;
  /** Asks somebody; without it, calls that need approval are denied. */
  readonly approve?: Approver;
  /** Time that an approver has; 300,000 unless said otherwise. */
  readonly approvalTimeout?: number;
  readonly policy?: ApprovalPolicy;
  /** Resolves and checks parameters that name paths; without it, tools with such parameters are unavailable. */
  readonly paths?: PathPolicy;
  /** Whether data that contradicts its contract fails the call; true unless said otherwise. */
  readonly validateResults?: boolean;
  readonly backend?: ExecutionBackend;
  readonly logger?: Logger;
}

/** What one call brings along. */
export interface ExecuteOptions {
  readonly signal?: AbortSignal;
  readonly executionId?: string;
  readonly sessionId?: string;
  readonly toolCallId?: string;
  readonly provider?: string;
  readonly model?: string;
  readonly workspacePath?: string;
  readonly inject?: object;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly onProgress?: (progress: ToolProgress) => void;
}
