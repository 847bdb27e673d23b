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

/** The tools of an executor, ready to be served. */
export interface McpToolServer {
  /** Answers an HTTP request: what workers, Bun, Deno and Hono call. It can be passed around by itself. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Makes the protocol's end of one connection, or of one HTTP request; for transports of one's own. */
  readonly connect: (context: McpRequestContext) => Promise<McpServer>;
  /** Decides who may send requests over HTTP. */
  readonly guard: HttpGuard;
  readonly onError: (error: Error) => void;
  /** Reads the list once and gives its names; rejects when it cannot be served. */
  checkTools(): Promise<readonly string[]>;
  /** Ends what is being answered over HTTP and stops listening to the registry. The executor goes on. */
  close(): Promise<void>;
}

/**
 * Serves the tools of an executor over MCP, in the revisions 2025-11-25 and 2026-07-28. It holds nothing longer than
 * an HTTP request is open, so several processes can share the work.
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
    // What is wrong with the list is reported when it is asked for.
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
