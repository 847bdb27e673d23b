import type { McpRequestContext, McpServer } from "@modelcontextprotocol/server";
import { ArtifactReader } from "./call/artifact-reader.js";
import { ToolCaller } from "./call/tool-caller.js";
import { ClientSessions } from "./client-sessions.js";
import { connectTools } from "./connect-tools.js";
import { HttpGuard } from "./http/http-guard.js";
import { HttpHandler } from "./http/http-handler.js";
import { categoryIcon } from "./list/category-icon.js";
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
 * Serves the tools of an executor over MCP, in the revisions 2025-11-25 and 2026-07-28. It keeps no state between
 * HTTP requests, so you can run several processes.
 */
export function createMcpServer(executor: McpExecutor, options: McpServerOptions = {}): McpToolServer {
  const {
    data = "structured",
    pageSize = 100,
    icons = categoryIcon,
    readArtifactsWith = "file-read",
  } = options;
  if (!Number.isSafeInteger(pageSize) || pageSize < 1) {
    throw new RangeError(`pageSize must be a number of tools, not ${pageSize}.`);
  }
  const listing = new ToolListing(executor, { data, icons, pageSize });
  const reader = new ArtifactReader(executor, readArtifactsWith);
  const artifactUri = options.artifactUri ?? ((artifact) => reader.uriOf(artifact));
  const onArtifacts = reader.updated.bind(reader);
  const caller = new ToolCaller(executor, listing, { ...options, data, artifactUri, onArtifacts });
  const sessions = new ClientSessions();
  const onError = options.onError ?? (() => undefined);
  const guard = new HttpGuard(options.http ?? {});
  const connect = async ({ requestInfo }: McpRequestContext): Promise<McpServer> => {
    // `tools/list` reports errors in the list.
    await listing.names().catch(() => undefined);
    return connectTools({ listing, caller, reader, sessions }, options, requestInfo);
  };
  const handler = new HttpHandler({ guard, connect, onError, sessions: options.http?.sessions ?? true });
  listing.onChange(() => handler.notify.toolsChanged());
  reader.onUpdate((uri) => handler.notify.resourceUpdated(uri));
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
