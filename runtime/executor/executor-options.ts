import type { ToolProgress } from "../context/tool-progress.js";
import type { NoServices } from "../context/tool-services.js";
import type { ToolAvailabilityContext } from "../registry/tool-availability-context.js";
import type { NothingInjected } from "../tool/tool-contract.js";
import type { ApprovalOptions, Approver, ApprovalPolicy } from "./approval/approval.js";
import type { ExecutionBackend } from "./backend/execution-backend.js";
import type { AuditHook } from "./observe/audit.js";
import type { Tracer } from "./observe/tracer.js";
import type { PathPolicy } from "./path-policy.js";

/**
 * Carries a value along asynchronous calls, like Node's `AsyncLocalStorage`.
 *
 * With it, any call that a tool makes on the executor counts as a nested call.
 */
export interface CallScope {
  run<Result>(call: unknown, body: () => Result): Result;
  getStore(): unknown;
}

/** Where the executor logs, such as `console`. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** A directory that confines tools, such as `Workspace` of `@toolkiln/runtime/node`. */
export interface WorkspaceLike {
  /** Absolute. */
  readonly root: string;
  /** Resolves its paths. */
  readonly paths: PathPolicy;
}

/** The defaults of calls. */
export interface CallDefaults<Services extends object = object, Injected extends object = object> {
  /** Services by their names under `uses` in the manifests, or a provider that finds them by key. */
  readonly services?: Services;
  readonly inject?: Injected;
  /** The working directory of tools, absolute. */
  readonly workspacePath?: string;
  /** The working directory of tools; in the constructor, it also sets the path policy. */
  readonly workspace?: WorkspaceLike;
  readonly sessionId?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** Executor options. All times are milliseconds. */
export interface ToolExecutorOptions<
  Services extends object = object,
  Injected extends object = object,
> extends CallDefaults<Services, Injected> {
  /** Timeout for preparing, queueing and running. Excludes the time spent on approval. @default 120,000 */
  readonly executionTimeout?: number;
  /** Concurrency limit. @default 3 */
  readonly maxConcurrentExecutions?: number;
  /** Queue length limit. @default 10,000 */
  readonly maxQueueLength?: number;
  /** Decides on calls that need approval; without it they are denied. */
  readonly approve?: Approver;
  /** Timeout of an approver and lifetime of a token. @default 300,000 */
  readonly approvalTimeout?: number;
  /** The store of pending calls, and the key that signs approval tokens. */
  readonly approvals?: ApprovalOptions;
  readonly policy?: ApprovalPolicy;
  /** The environment's capabilities and a tool filter; calls to excluded tools end as `unavailable`. */
  readonly availability?: ToolAvailabilityContext;
  /** Resolves and checks path parameters; without it, such parameters are invalid. */
  readonly paths?: PathPolicy;
  /** Whether to parse JSON strings where another type is expected. @default false */
  readonly lenient?: boolean;
  /** Whether data that violates its contract fails the call. @default true */
  readonly validateResults?: boolean;
  /** Maximum retries of an idempotent tool that threw or whose outcome is unknown. @default 0 */
  readonly retries?: number;
  /** The delay before the first retry; doubles for each retry. @default 100 */
  readonly retryDelay?: number;
  /** Where calls run. A backend has its own limits. @default in this process */
  readonly backend?: ExecutionBackend;
  readonly callScope?: CallScope;
  readonly logger?: Logger;
  /** Whether to log parameters, sensitive ones masked. @default false */
  readonly logParameters?: boolean;
  /** Whether the log line of an ended call includes a summary of its result. @default true */
  readonly logResults?: boolean;
  /** Receives every decision and outcome. */
  readonly audit?: AuditHook;
  /** Starts one span per call. Accepts OpenTelemetry tracers. */
  readonly tracer?: Tracer;
}

/** The options of an executor as rest arguments: optional unless tools use services. */
export type ExecutorArguments<Services extends object, Injected extends object> = NoServices extends Services
  ? [options?: ToolExecutorOptions<Services, Injected>]
  : [options: ToolExecutorOptions<Services, Injected> & { readonly services: Services }];

/** The options of one call. */
export interface ExecuteOptions<Injected extends object = object> {
  readonly signal?: AbortSignal;
  readonly executionId?: string;
  readonly sessionId?: string;
  /** The model's id for the call. */
  readonly toolCallId?: string;
  readonly provider?: string;
  readonly model?: string;
  readonly workspacePath?: string;
  /** Services that override the executor's: by name, or a provider that finds them by key. */
  readonly services?: object;
  readonly inject?: Injected;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly onProgress?: (progress: ToolProgress) => unknown;
}

/** The options of `resume`; the others are stored with the call. */
export type ResumeOptions<Injected extends object = object> = Pick<
  ExecuteOptions<Injected>,
  "signal" | "services" | "inject" | "onProgress"
>;

/** The options of a call as rest arguments: optional unless the tool needs injected values. */
export type ExecuteArguments<Injected extends object> = NothingInjected extends Injected
  ? [options?: ExecuteOptions<Injected>]
  : [options: ExecuteOptions<Injected> & { readonly inject: Injected }];

/**
 * An argument type that depends on the id. The condition is never true: it only delays the type check until the id is
 * known; otherwise the compiler compares the argument with the inputs of all tools.
 */
export type ArgumentOf<Id, Input> = [Id] extends [never] ? unknown : Input;

/** For ids of type `string`, known only at run time. For literal ids, the compiler knows the tool. */
export type DynamicId<Id extends string> = string extends Id ? Id : never;

/** Options of `dispose`. */
export interface DisposeOptions {
  /** Milliseconds that running calls get to finish before they are cancelled. @default 0 */
  readonly gracePeriod?: number;
}
