import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type CacheHint,
  type Server,
  type ServerNotifier,
} from "@modelcontextprotocol/server";
import type { ArtifactReader } from "./call/artifact-reader.js";
import type { Client, ToolCaller } from "./call/tool-caller.js";
import type { ClientSessions } from "./client-sessions.js";
import type { ToolListing } from "./list/tool-listing.js";
import type { McpServerOptions } from "./mcp-server-options.js";

const listChanged = "notifications/tools/list_changed";

/** Is notified when tools or resources change. */
export type ChangeListener = Pick<ServerNotifier, "toolsChanged" | "resourceUpdated">;

export interface Parts {
  readonly listing: ToolListing;
  readonly caller: ToolCaller;
  readonly reader: ArtifactReader;
  readonly sessions: ClientSessions;
  /** Long-lived connections. */
  readonly listeners: Set<ChangeListener>;
}

/** All clients get the same list and are notified of changes. */
const listHint: CacheHint = { ttlMs: 60_000, cacheScope: "public" };

/** Creates the MCP server for one connection. Only a long-lived connection gets change notifications. */
export function connectTools(
  parts: Parts,
  options: McpServerOptions,
  request: Request | undefined,
): McpServer {
  const { listing, caller, reader, sessions } = parts;
  const { name = "toolkiln", version = "0.0.0", title, instructions, call = {} } = options;
  const mcp = new ToolsServer(
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
      debouncedNotificationMethods: [listChanged],
      ...(instructions !== undefined && { instructions }),
    },
    listing,
  );
  const { server } = mcp;
  const id = request?.headers.get("mcp-session-id") ?? crypto.randomUUID();
  server.setRequestHandler("tools/list", ({ params }) => listing.page(params?.cursor));
  const client: Client = { server, isLogged: (level) => sessions.isLogged(id, level) };
  server.setRequestHandler("tools/call", ({ params }, context) => caller.call(params, context, client));
  server.setRequestHandler("resources/read", ({ params }, { mcpReq }) =>
    reader.read(params.uri, { provider: "mcp", ...call, signal: mcpReq.signal }),
  );
  // Clients call these regardless of capabilities; resources are only linked from results.
  server.setRequestHandler("resources/list", () => ({ resources: [] }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
  server.setRequestHandler("prompts/list", () => ({ prompts: [] }));
  handleSessionRequests(server, sessions, id);
  // A single request gets no notifications.
  if (request === undefined || request.method === "GET") notifyOfChanges(server, parts, id);
  return mcp;
}

function handleSessionRequests(server: Server, sessions: ClientSessions, id: string): void {
  server.setRequestHandler("logging/setLevel", ({ params }) => {
    sessions.setLevel(id, params.level);
    return {};
  });
  server.setRequestHandler("resources/subscribe", ({ params }) => {
    if (sessions.subscribe(id, params.uri)) return {};
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "The session has too many subscriptions.");
  });
  server.setRequestHandler("resources/unsubscribe", ({ params }) => {
    sessions.unsubscribe(id, params.uri);
    return {};
  });
}

/** Notifies a client until it disconnects. */
function notifyOfChanges(server: Server, { listeners, sessions }: Parts, id: string): void {
  const send = (method: string, params?: { uri: string }): void => {
    // No client is connected yet, or it has disconnected.
    if (server.transport === undefined) return;
    server.notification({ method, ...(params && { params }) }).catch(() => undefined);
  };
  const listener: ChangeListener = {
    toolsChanged: () => send(listChanged),
    resourceUpdated: (uri) => {
      if (sessions.isSubscribed(id, uri)) send("notifications/resources/updated", { uri });
    },
  };
  listeners.add(listener);
  // The SDK has no `addEventListener`.
  Object.assign(server, {
    onclose: () => {
      listeners.delete(listener);
      sessions.end(id);
    },
  });
}

/** Supplies the schemas by which the SDK compares `Mcp-Param-*` headers with arguments. */
class ToolsServer extends McpServer {
  readonly #listing: ToolListing;

  constructor(
    info: ConstructorParameters<typeof McpServer>[0],
    options: ConstructorParameters<typeof McpServer>[1],
    listing: ToolListing,
  ) {
    super(info, options);
    this.#listing = listing;
  }

  override toolInputSchemaJson(name: string): Record<string, unknown> | undefined {
    return this.#listing.inputSchema(name);
  }
}
