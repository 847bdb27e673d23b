import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type CacheHint,
  type McpRequestContext,
  type ServerNotifier,
} from "@modelcontextprotocol/server";
import { artifactUri, readArtifact } from "./call/artifacts.js";
import { ToolCaller, type Client } from "./call/tool-caller.js";
import { HttpGuard } from "./http/http-guard.js";
import { HttpHandler } from "./http/http-handler.js";
import { ToolListing } from "./list/tool-listing.js";
import type { McpExecutor, McpServerOptions } from "./mcp-server-options.js";

/** An MCP server for the tools of an executor. */
export interface McpToolServer {
  /** Handles an HTTP request, for edge runtimes, Bun, Deno and Hono. Works without `this`. */
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
 * same clients. A session of 2025-11-25 can continue in another process, but its open calls, log level and
 * subscriptions stay in the previous process, so route the requests of a session to one process.
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
  const caller = new ToolCaller(executor, listing, {
    ...options,
    data,
    artifactUri: (artifact) => artifactUri(executor, artifact),
    onResource: (uri) => {
      for (const listener of listeners) listener.resourceUpdated(uri);
    },
  });
  const onError = options.onError ?? (() => undefined);
  const guard = new HttpGuard(options.http ?? {});
  const connect = async ({ requestInfo }: McpRequestContext): Promise<McpServer> => {
    // Loads the schemas for `listing.inputSchema`; `tools/list` reports errors.
    await listing.names().catch(() => undefined);
    const mcp = createServer(executor, listing, caller, options);
    // A server for one request sends no notifications of changes.
    notifyOfChanges(mcp, requestInfo === undefined ? listeners : new Set());
    return mcp;
  };
  const handler = new HttpHandler({ guard, createServer: connect, onError });
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

/** Is notified when tools or resources change. */
type ChangeListener = Pick<ServerNotifier, "toolsChanged" | "resourceUpdated">;

/** Clients may cache lists: all get the same ones and are notified of changes. */
const listHint: CacheHint = { ttlMs: 60_000, cacheScope: "public" };

/** Maximum resource subscriptions per connection. */
const maxSubscriptions = 100;

/** Creates the MCP server for one connection, or for one request of a client without a session. */
function createServer(
  executor: McpExecutor,
  listing: ToolListing,
  caller: ToolCaller,
  options: McpServerOptions,
): McpServer {
  const { name = "toolkiln", version = "0.0.0", title, instructions, call = {} } = options;
  const mcp = new McpServer(
    { name, version, ...(title !== undefined && { title }) },
    {
      capabilities: {
        tools: { listChanged: true },
        resources: { subscribe: true },
        prompts: {},
        logging: {},
      },
      cacheHints: {
        "tools/list": listHint,
        "resources/list": listHint,
        "resources/templates/list": listHint,
        "prompts/list": listHint,
        "server/discover": listHint,
      },
      debouncedNotificationMethods: ["notifications/tools/list_changed"],
      ...(instructions !== undefined && { instructions }),
    },
  );
  // The SDK compares `Mcp-Param-*` headers with arguments by these schemas.
  mcp.toolInputSchemaJson = (tool) => listing.inputSchema(tool);
  const { server } = mcp;
  const client: Client = { server, logLevel: undefined };
  server.setRequestHandler("logging/setLevel", ({ params }) => {
    client.logLevel = params.level;
    return {};
  });
  server.setRequestHandler("tools/list", ({ params }) => listing.page(params?.cursor));
  server.setRequestHandler("tools/call", ({ params }, context) => caller.call(params, context, client));
  server.setRequestHandler("resources/read", ({ params }, { mcpReq }) =>
    readArtifact(executor, params.uri, { provider: "mcp", ...call, signal: mcpReq.signal }),
  );
  // Clients call these regardless of capabilities; resources are only linked from results.
  server.setRequestHandler("resources/list", () => ({ resources: [] }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
  server.setRequestHandler("prompts/list", () => ({ prompts: [] }));
  return mcp;
}

/** Notifies a client of changed tools, and of changes to the resources it subscribed to, until it disconnects. */
function notifyOfChanges({ server }: McpServer, listeners: Set<ChangeListener>): void {
  const subscribed = new Set<string>();
  server.setRequestHandler("resources/subscribe", ({ params: { uri } }) => {
    if (subscribed.size >= maxSubscriptions && !subscribed.has(uri)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "The session has too many subscriptions.");
    }
    subscribed.add(uri);
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", ({ params }) => {
    subscribed.delete(params.uri);
    return {};
  });
  // A notification fails if no client is connected yet, or it has disconnected.
  const listener: ChangeListener = {
    toolsChanged: () => void server.sendToolListChanged().catch(() => undefined),
    resourceUpdated: (uri) => {
      if (subscribed.has(uri)) server.sendResourceUpdated({ uri }).catch(() => undefined);
    },
  };
  listeners.add(listener);
  // The SDK has no `addEventListener`.
  Object.assign(server, { onclose: () => listeners.delete(listener) });
}
