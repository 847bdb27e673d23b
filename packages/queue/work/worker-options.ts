import type { ExecuteOptions, Span, ToolExecutorOptions } from "@toolkiln/runtime";
import type { Context, SpanOptions } from "@opentelemetry/api";
import type { QueueConnection } from "../database/queue-database.js";

/** Starts the spans of calls; compatible with OpenTelemetry tracers. */
export interface WorkerTracer {
  /** `parent` contains the submitter's span; without `@opentelemetry/api`, `options.links` does. */
  startSpan(name: string, options: SpanOptions, parent?: Context): Span;
}

/** Options of a worker. */
export interface WorkerOptions extends QueueConnection {
  /** The toolset whose calls it runs. @default "default" */
  readonly toolset?: string;
  /** Calls that run at once. @default 4 */
  readonly concurrency?: number;
  /** Services for the tools; the submitter's services are not sent. */
  readonly services?: NonNullable<ExecuteOptions["services"]>;
  /** Values of injected parameters. */
  readonly inject?: Readonly<Record<string, unknown>>;
  /** Executor options for calls that tools make themselves: policy, approver, paths. */
  readonly nested?: Omit<ToolExecutorOptions, "backend">;
  /** The size limit of a result in bytes; a larger result fails the call. @default 10 MiB */
  readonly maxResultBytes?: number;
  /** Days to keep ended executions, audit records and expired approvals. @default 30 */
  readonly retentionDays?: number;
  /** Whether this worker detects lost workers and deletes old records. @default true */
  readonly supervise?: boolean;
  /** Where to serve `GET /health`. */
  readonly health?: { readonly port: number; readonly host?: string };
  readonly tracer?: WorkerTracer;
}
