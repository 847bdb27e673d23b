import type { Icon } from "@modelcontextprotocol/server";
import type { ExecuteOptions, ToolArtifact, ToolSpec } from "@toolkiln/runtime";
import type { HttpGuardOptions } from "./http/http-guard.js";

/**
 * Where a result's data goes: `structured` sends it as structured content with a short text, `text` writes it into
 * the text for clients that read nothing else, and `both` does both, which costs the model's context twice.
 */
export type DataPlacement = "structured" | "text" | "both";

/** Who may send requests over HTTP, and how clients of the older revision are served. */
export interface McpHttpOptions extends HttpGuardOptions {
  /**
   * Whether clients of revision 2025-11-25 and older get a session, in which their calls can ask for approval and be
   * cancelled. Requests of one session then have to reach one process. @default true
   */
  readonly sessions?: boolean;
}

/** The trace that a client's request belongs to, as W3C Trace Context writes it. */
export interface TraceCarrier {
  readonly traceparent: string;
  readonly tracestate?: string;
  readonly baggage?: string;
}

/** How tools are served. */
export interface McpServerOptions {
  /** What clients call the server. @default `toolkiln` */
  readonly name?: string;
  /** The version of the tools. @default `0.0.0` */
  readonly version?: string;
  /** What clients show people as the server's name. */
  readonly title?: string;
  /** For the model: what these tools are for, all together. */
  readonly instructions?: string;
  /** Given to the executor with each call: session, workspace, injected parameters. */
  readonly call?: Omit<ExecuteOptions, "signal" | "executionId" | "toolCallId" | "onProgress">;
  /** Who approves: the client's user by elicitation, or the executor's own approver. @default `elicit` */
  readonly approval?: "elicit" | "executor";
  /**
   * Runs a call as a part of its client's trace. With OpenTelemetry:
   * `(carrier, call) => context.with(propagation.extract(context.active(), carrier), call)`.
   */
  readonly joinTrace?: <Result>(carrier: TraceCarrier, call: () => Promise<Result>) => Promise<Result>;
  /** Where the data of a result goes. @default `structured` */
  readonly data?: DataPlacement;
  /** Pictures of a tool for people. @default one of its category */
  readonly icons?: (tool: ToolSpec) => readonly Icon[];
  /** The id of the tool that reads artifacts for `resources/read`: its result is a `file_content`. @default `file-read` */
  readonly readArtifactsWith?: string;
  /**
   * The address under which a client may find an artifact; undefined leaves it out. By default, a file of the workspace
   * has one if the server can read it.
   */
  readonly artifactUri?: (artifact: ToolArtifact) => string | undefined;
  /** Tools on one page of the list. @default 100 */
  readonly pageSize?: number;
  /** Who may send requests over HTTP, how large they may be, and whether there are sessions. */
  readonly http?: McpHttpOptions;
  /** Called with errors that no answer contains. */
  readonly onError?: (error: Error) => void;
}
