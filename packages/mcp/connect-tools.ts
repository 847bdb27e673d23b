import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type CacheHint,
  type ServerNotifier,
} from "@modelcontextprotocol/server";
import type { ArtifactReader } from "./call/artifact-reader.js";
import type { Client, ToolCaller } from "./call/tool-caller.js";
import type { ToolListing } from "./list/tool-listing.js";
import type { McpServerOptions } from "./mcp-server-options.js";

/** Is notified when tools or resources change. */
export type ChangeListener = Pick<ServerNotifier, "toolsChanged" | "resourceUpdated">;

export interface Parts {
  readonly listing: ToolListing;
  readonly caller: ToolCaller;
  readonly reader: ArtifactReader;
  /** Long-lived connections. */
  readonly listeners: Set<ChangeListener>;
}

/** All clients get the same list and are notified of changes. */
const listHint: CacheHint = { ttlMs: 60_000, cacheScope: "public" };

/** Maximum resource subscriptions per connection. */
const maxSubscriptions = 100;

/** Creates the MCP server for one connection, or for one request of a client without a session. */
export function connectTools(parts: Parts, options: McpServerOptions, isSingleRequest: boolean): McpServer {
  const { listing, caller, reader } = parts;
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
    reader.read(params.uri, { provider: "mcp", ...call, signal: mcpReq.signal }),
  );
  // Clients call these regardless of capabilities; resources are only linked from results.
  server.setRequestHandler("resources/list", () => ({ resources: [] }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
  server.setRequestHandler("prompts/list", () => ({ prompts: [] }));
  notifyOfChanges(mcp, isSingleRequest ? new Set() : parts.listeners);
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
