import type { Icon } from "@modelcontextprotocol/server";
import type { ExecuteOptions, ToolArtifact, ToolSpec } from "@toolkiln/runtime";
import type { HttpGuardOptions } from "./http/http-guard.js";

/**
 * Where a result's data goes: `structured` sends it as structured content with a short text, `text` writes it into
 * the text for clients that read only text, and `both` does both, at twice the tokens.
 */
export type DataPlacement = "structured" | "text" | "both";

/** HTTP access control, and sessions for clients of the older revision. */
export interface McpHttpOptions extends HttpGuardOptions {
  /**
   * Whether clients of revision 2025-11-25 and older get a session, so calls can ask for approval and be cancelled.
   * All requests of a session must then reach the same process. @default true
   */
  readonly sessions?: boolean;
}

/** The W3C Trace Context of a client's request. */
export interface TraceCarrier {
  readonly traceparent: string;
  readonly tracestate?: string;
  readonly baggage?: string;
}

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
   * Runs a call in its client's trace. With OpenTelemetry:
   * `(carrier, call) => context.with(propagation.extract(context.active(), carrier), call)`.
   */
  readonly joinTrace?: <Result>(carrier: TraceCarrier, call: () => Promise<Result>) => Promise<Result>;
  /** Where to send result data. @default `structured` */
  readonly data?: DataPlacement;
  /** Icons of a tool. @default one for its category */
  readonly icons?: (tool: ToolSpec) => readonly Icon[];
  /** The id of the tool that serves `resources/read`; it must return `file_content`. @default `file-read` */
  readonly readArtifactsWith?: string;
  /**
   * Returns the URI of an artifact, or undefined to omit it. By default, workspace files that the server can read
   * have one.
   */
  readonly artifactUri?: (artifact: ToolArtifact) => string | undefined;
  /** Tools per page of the list. @default 100 */
  readonly pageSize?: number;
  /** HTTP access control, body size limit and sessions. */
  readonly http?: McpHttpOptions;
  /** Called with errors outside of responses. */
  readonly onError?: (error: Error) => void;
}
