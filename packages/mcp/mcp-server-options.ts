import type { ExecuteOptions, PreparedCall, ToolExecutor, ToolRegistry } from "@toolkiln/runtime";
import type { HttpGuardOptions } from "./http/http-guard.js";

/**
 * Where a result's data goes: `structured` sends it as structured content with a short text, `text` writes it into
 * the text for clients that read only text, and `both` does both, at twice the tokens.
 */
export type DataPlacement = "structured" | "text" | "both";

/** MCP server options. */
export interface McpServerOptions {
  /** The server's name. @default `toolkiln` */
  readonly name?: string;
  /** The version of the tools. @default `0.0.0` */
  readonly version?: string;
  /** The display name of the server. */
  readonly title?: string;
  /** Instructions for the model on these tools. */
  readonly instructions?: string;
  /** Executor options for each call: session, workspace, injected parameters. */
  readonly call?: Omit<ExecuteOptions, "signal" | "executionId" | "toolCallId" | "onProgress">;
  /** Who approves: the client's user by elicitation, or the executor's own approver. @default `elicit` */
  readonly approval?: "elicit" | "executor";
  /**
   * Runs a call in its client's trace. The carrier is the request's `_meta`, with `traceparent`. With OpenTelemetry:
   * `(carrier, call) => context.with(propagation.extract(context.active(), carrier), call)`.
   */
  readonly joinTrace?: <Result>(carrier: object, call: () => Promise<Result>) => Promise<Result>;
  /** Where to send result data. @default `structured` */
  readonly data?: DataPlacement;
  /** Tools per page of the list. @default 100 */
  readonly pageSize?: number;
  /** HTTP access control and body size limit. */
  readonly http?: HttpGuardOptions;
  /** Called with errors of connections, such as invalid messages; not with errors of tools. */
  readonly onError?: (error: Error) => void;
}

/** The part of `ToolExecutor` that the server uses. */
export interface McpExecutor extends Pick<
  ToolExecutor,
  "availability" | "dispatch" | "mayNeedApproval" | "resume"
> {
  readonly registry: Pick<ToolRegistry, "getTool" | "getToolSpecs" | "on">;
  prepare(id: string, input: unknown, options?: ExecuteOptions): Promise<PreparedCall>;
}
