import type { ToolProgress } from "../context/tool-progress.js";
import type { NoServices } from "../context/tool-services.js";
import type { ToolAvailabilityContext } from "../registry/tool-availability-context.js";
import type { NothingInjected } from "../tool/tool-contract.js";
import type { ApprovalOptions, Approver } from "./approval/approval.js";
import type { ApprovalPolicy } from "./approval/approval-policy.js";
import type { ExecutionBackend } from "./backend/execution-backend.js";
import type { AuditHook } from "./observe/audit.js";
import type { Tracer } from "./observe/tracer.js";
import type { PathPolicy } from "./path-policy.js";

/**
 * Carries a value along asynchronous calls; Node's `AsyncLocalStorage` is one.
 *
 * With it, calls that a tool makes on the executor itself are known as nested wherever they are made.
 */
export interface CallStorage {
  run<Result>(call: unknown, body: () => Result): Result;
  getStore(): unknown;
}

/** Where the executor writes its log. `console` is one. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** A directory that tools are kept in; `Workspace` of `@toolkiln/runtime/node` is one. */
export interface WorkspaceLike {
  /** Absolute. */
  readonly root: string;
  /** Resolves paths in it. */
  readonly paths: PathPolicy;
}

/** The defaults of calls. */
export interface CallDefaults<Services extends object = object, Injected extends object = object> {
  /** Services by name, as `uses` of the manifests names them, or a provider that finds them by key. */
  readonly services?: Services;
  /** Parameters that the application supplies. */
  readonly inject?: Injected;
  /** The directory that tools work in, absolute. */
  readonly workspacePath?: string;
  /** The directory that tools work in; given to the constructor, it is the path policy, too. */
  readonly workspace?: WorkspaceLike;
  readonly sessionId?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** How an executor works. All times are milliseconds. */
export interface ToolExecutorOptions<
  Services extends object = object,
  Injected extends object = object,
> extends CallDefaults<Services, Injected> {
  /** Time for preparing, waiting and running together, approval aside. @default 120,000 */
  readonly executionTimeout?: number;
  /** Calls that run at once. @default 3 */
  readonly maxConcurrentExecutions?: number;
  /** Calls that may wait. @default 10,000 */
  readonly maxQueueLength?: number;
  /** Decides on calls that need approval; without it they are denied. */
  readonly approve?: Approver;
  /** Time that an approver has, and that a token is good for. @default 300,000 */
  readonly approvalTimeout?: number;
  /** The key that signs approval tokens and the store that keeps what is pending. */
  readonly approvals?: ApprovalOptions;
  readonly policy?: ApprovalPolicy;
  /** What the surroundings offer and which tools are wanted; a call of any other tool is unavailable. */
  readonly availability?: ToolAvailabilityContext;
  /** Resolves and checks parameters that name paths; without it, such parameters are invalid. */
  readonly paths?: PathPolicy;
  /** Whether strings that hold JSON are parsed where another type is expected. @default false */
  readonly lenient?: boolean;
  /** Whether data that contradicts its contract fails the call. @default true */
  readonly validateResults?: boolean;
  /** How often a tool that declares itself idempotent is run again after it threw. @default 0 */
  readonly retries?: number;
  /** The wait before the first retry, doubled for each further one. @default 100 */
  readonly retryDelay?: number;
  /** Where calls run. A backend brings its own limits. @default in this process */
  readonly backend?: ExecutionBackend;
  readonly callScope?: CallStorage;
  readonly logger?: Logger;
  /** Whether the log shows parameters, sensitive ones masked. @default false */
  readonly logParameters?: boolean;
  /** Whether the log shows a line of each result. @default true */
  readonly logResults?: boolean;
  /** Receives every decision and outcome. */
  readonly audit?: AuditHook;
  /** Gets one span a call; an OpenTelemetry tracer is one. */
  readonly tracer?: Tracer;
}

/** The options of an executor as an argument list: they may be left out unless tools use services. */
export type ExecutorArguments<Services extends object, Injected extends object> = NoServices extends Services
  ? [options?: ToolExecutorOptions<Services, Injected>]
  : [options: ToolExecutorOptions<Services, Injected> & { readonly services: Services }];

/** The options of one call. */
export interface ExecuteOptions<Injected extends object = object> {
  /** Cancels the call. */
  readonly signal?: AbortSignal;
  readonly executionId?: string;
  readonly sessionId?: string;
  /** The id under which the model asked for the call. */
  readonly toolCallId?: string;
  readonly provider?: string;
  readonly model?: string;
  readonly workspacePath?: string;
  /** Services in place of the executor's: by name, or a provider that finds them by key. */
  readonly services?: object;
  /** Parameters that the application supplies. */
  readonly inject?: Injected;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly onProgress?: (progress: ToolProgress) => unknown;
}

/** The options of resuming a call; the others were kept with the call. */
export type ResumeOptions<Injected extends object = object> = Pick<
  ExecuteOptions<Injected>,
  "signal" | "services" | "inject" | "onProgress"
>;

/** The options of a call as an argument list: they may be left out unless the tool needs something injected. */
export type ExecuteArguments<Injected extends object> = NothingInjected extends Injected
  ? [options?: ExecuteOptions<Injected>]
  : [options: ExecuteOptions<Injected> & { readonly inject: Injected }];

/**
 * An argument whose type depends on the id before it. The condition never holds: it keeps the compiler, which looks at
 * the argument before it knows the id, from comparing it with the inputs of every tool there is.
 */
export type ArgumentOf<Id, Input> = [Id] extends [never] ? unknown : Input;

/** An id that is known at run time only: a text of any value. Of ids in the source, the compiler knows the tool. */
export type AnyText<Id extends string> = string extends Id ? Id : never;

/** How an executor ends. */
export interface DisposeOptions {
  /** Milliseconds that running calls get to finish before they are cancelled. @default 0 */
  readonly gracePeriod?: number;
}
