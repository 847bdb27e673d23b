import type { ExecuteOptions, Span, ToolExecutorOptions } from "@toolkiln/runtime";
import type { Context, SpanOptions } from "@opentelemetry/api";
import type { QueueConnection } from "../database/queue-database.js";

/** Starts the spans of calls that run here; an OpenTelemetry tracer is one. */
export interface WorkerTracer {
  /** `parent` holds the submitter's span; without `@opentelemetry/api`, a link does. */
  startSpan(name: string, options: SpanOptions, parent?: Context): Span;
}

/** How a worker works. */
export interface WorkerOptions extends QueueConnection {
  /** The toolset whose calls it runs. @default "default" */
  readonly toolset?: string;
  /** Calls that run at once. @default 4 */
  readonly concurrency?: number;
  /** What the worker lends its tools; nothing of it comes from the submitter. */
  readonly services?: NonNullable<ExecuteOptions["services"]>;
  /** Values of injected parameters. */
  readonly inject?: Readonly<Record<string, unknown>>;
  /** How calls that tools make themselves are judged: policy, approver, paths. */
  readonly nested?: Omit<ToolExecutorOptions, "backend">;
  /** Bytes of a result at most; a larger one fails its call. @default 10 MiB */
  readonly maxResultBytes?: number;
  /** Days that ended executions and audit records are kept. @default 30 */
  readonly retentionDays?: number;
  /** Whether it looks for lost workers and deletes what is old. @default true */
  readonly supervise?: boolean;
  /** Where `GET /health` is answered. */
  readonly health?: { readonly port: number; readonly host?: string };
  readonly tracer?: WorkerTracer;
}
