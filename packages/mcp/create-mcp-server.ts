import type { McpRequestContext, McpServer } from "@modelcontextprotocol/server";
import { ArtifactReader } from "./call/artifact-reader.js";
import { ToolCaller } from "./call/tool-caller.js";
import { connectTools, type ChangeListener } from "./connect-tools.js";
import { HttpGuard } from "./http/http-guard.js";
import { HttpHandler } from "./http/http-handler.js";
import { ToolListing } from "./list/tool-listing.js";
import type { McpExecutor } from "./mcp-executor.js";
import type { McpServerOptions } from "./mcp-server-options.js";

/** An MCP server for the tools of an executor. */
export interface McpToolServer {
  /** Handles an HTTP request, for workers, Bun, Deno and Hono. It needs no `this`. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Creates the MCP server for one connection or HTTP request; for custom transports. */
  readonly connect: (context: McpRequestContext) => Promise<McpServer>;
  /** Decides who may send requests over HTTP. */
  readonly guard: HttpGuard;
  readonly onError: (error: Error) => void;
  /** Returns the tool names; rejects if the tool list is invalid. */
  checkTools(): Promise<readonly string[]>;
  /** Ends open HTTP requests and stops listening to the registry. The executor stays open. */
  close(): Promise<void>;
}

/**
 * Serves the tools of an executor over MCP, in the revisions 2025-11-25 and 2026-07-28. Several processes can serve the
 * same clients. For clients of 2025-11-25, a process keeps a session with open calls, log level and subscriptions, so
 * all requests of a session must reach the same process.
 */
export function createMcpServer(executor: McpExecutor, options: McpServerOptions = {}): McpToolServer {
  const { data = "structured", pageSize = 100 } = options;
  if (!Number.isSafeInteger(pageSize) || pageSize < 1) {
    throw new RangeError(`pageSize must be a positive integer, not ${pageSize}.`);
  }
  const listeners = new Set<ChangeListener>();
  const listing = new ToolListing(executor, { data, pageSize }, () => {
    for (const listener of listeners) listener.toolsChanged();
  });
  const reader = new ArtifactReader(executor);
  const caller = new ToolCaller(executor, listing, {
    ...options,
    data,
    artifactUri: (artifact) => reader.uriOf(artifact),
    onArtifacts: (artifacts) => {
      for (const uri of reader.resourcesOf(artifacts))
        for (const listener of listeners) listener.resourceUpdated(uri);
    },
  });
  const onError = options.onError ?? (() => undefined);
  const guard = new HttpGuard(options.http ?? {});
  const connect = async ({ requestInfo }: McpRequestContext): Promise<McpServer> => {
    // `tools/list` reports errors in the list.
    await listing.names().catch(() => undefined);
    return connectTools({ listing, caller, reader, listeners }, options, requestInfo !== undefined);
  };
  const handler = new HttpHandler({ guard, connect, onError });
  listeners.add(handler.notify);
  return {
    fetch: (request) => handler.answer(request),
    connect,
    guard,
    onError,
    checkTools: () => listing.names(),
    async close() {
      listing.close();
      await handler.close();
    },
  };
}
