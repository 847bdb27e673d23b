import { McpServer, type McpRequestContext, type Server } from "@modelcontextprotocol/server";
import { workspaceUri } from "./call/artifact-links.js";
import { ToolCaller } from "./call/tool-caller.js";
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
  readonly connect: (context: McpRequestContext) => Server;
  /** Decides who may speak over HTTP. */
  readonly guard: HttpGuard;
  readonly onError: (error: Error) => void;
  /** Reads the list once and gives its names; rejects when it cannot be served. */
  checkTools(): Promise<readonly string[]>;
  /** Ends what is being answered over HTTP and stops listening to the registry. The executor goes on. */
  close(): Promise<void>;
}

const listChanged = "notifications/tools/list_changed";

/**
 * Serves the tools of an executor over MCP, in the revisions 2025-11-25 and 2026-07-28. It holds nothing longer than
 * an HTTP request is open, so several processes can share the work.
 */
export function createMcpServer(executor: McpExecutor, options: McpServerOptions = {}): McpToolServer {
  const { data = "structured", pageSize = 100, icons = categoryIcon, artifactUri = workspaceUri } = options;
  if (!Number.isSafeInteger(pageSize) || pageSize < 1) {
    throw new RangeError(`pageSize must be a number of tools, not ${pageSize}.`);
  }
  const listing = new ToolListing(executor, { data, icons, pageSize });
  const caller = new ToolCaller(executor, listing, { ...options, data, artifactUri });
  const onError = options.onError ?? (() => undefined);
  const guard = new HttpGuard(options.http ?? {});
  const connect = ({ requestInfo }: McpRequestContext): Server =>
    connectTools(listing, caller, options, requestInfo === undefined);
  const handler = new HttpHandler({ guard, connect, onError, sessions: options.http?.sessions ?? true });
  listing.onChange(() => handler.toolsChanged());
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

/** The protocol's end of one connection. One that lasts hears of changes; one of a single request has no time to. */
function connectTools(
  listing: ToolListing,
  caller: ToolCaller,
  { name = "toolkiln", version = "0.0.0", title, instructions }: McpServerOptions,
  lasts: boolean,
): Server {
  const { server } = new McpServer(
    { name, version, ...(title !== undefined && { title }) },
    {
      capabilities: { tools: { listChanged: true } },
      debouncedNotificationMethods: [listChanged],
      ...(instructions !== undefined && { instructions }),
    },
  );
  server.setRequestHandler("tools/list", ({ params }) => listing.page(params?.cursor));
  server.setRequestHandler("tools/call", ({ params }, context) => caller.call(params, context, server));
  if (lasts) {
    const stop = listing.onChange(() => {
      // Before a client has connected, and after it has gone, there is nobody to tell.
      if (server.transport !== undefined) server.notification({ method: listChanged }).catch(() => undefined);
    });
    // It is no EventTarget: one function hears of its end.
    Object.assign(server, { onclose: stop });
  }
  return server;
}
