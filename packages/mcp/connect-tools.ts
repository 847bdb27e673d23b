import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type CacheHint,
  type Server,
} from "@modelcontextprotocol/server";
import type { ArtifactReader } from "./call/artifact-reader.js";
import type { ToolCaller } from "./call/tool-caller.js";
import type { ClientSessions } from "./client-sessions.js";
import type { ToolListing } from "./list/tool-listing.js";
import type { McpServerOptions } from "./mcp-server-options.js";

const listChanged = "notifications/tools/list_changed";

/** What answers the requests of a connection. */
export interface Parts {
  readonly listing: ToolListing;
  readonly caller: ToolCaller;
  readonly reader: ArtifactReader;
  readonly sessions: ClientSessions;
}

/** The list is the same for everybody, and a change is announced. */
const listHint: CacheHint = { ttlMs: 60_000, cacheScope: "public" };

/** The protocol's end of one connection. A connection that lasts is notified of changes; a single request is not. */
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
  server.setRequestHandler("tools/call", ({ params }, context) =>
    caller.call(params, context, {
      server,
      // Since 2026-07-28 a request itself asks for log messages, which the SDK looks at.
      isLogged: (level) => context.mcpReq.envelope !== undefined || sessions.isLogged(id, level),
    }),
  );
  server.setRequestHandler("resources/read", ({ params }, { mcpReq }) =>
    reader.read(params.uri, { provider: "mcp", ...call, signal: mcpReq.signal }),
  );
  // Clients ask for these whatever the server offers; resources are reached by the links of results only.
  server.setRequestHandler("resources/list", () => ({ resources: [] }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
  server.setRequestHandler("prompts/list", () => ({ prompts: [] }));
  rememberRequests(server, sessions, id);
  // A single request has no time to be notified.
  if (request === undefined || request.method === "GET") notifyOfChanges(server, parts, id);
  return mcp;
}

function rememberRequests(server: Server, sessions: ClientSessions, id: string): void {
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

/** Notifies a client as long as its connection lasts. */
function notifyOfChanges(server: Server, { listing, reader, sessions }: Parts, id: string): void {
  const send = (method: string, params?: { uri: string }): void => {
    // Before a client has connected, and after it has gone, nobody can be notified.
    if (server.transport === undefined) return;
    server.notification({ method, ...(params && { params }) }).catch(() => undefined);
  };
  const stops = [
    listing.onChange(() => send(listChanged)),
    reader.onUpdate((uri) => {
      if (sessions.isSubscribed(id, uri)) send("notifications/resources/updated", { uri });
    }),
    () => sessions.end(id),
  ];
  // It is no EventTarget: one function handles its end.
  Object.assign(server, { onclose: () => stops.forEach((stop) => stop()) });
}

/** The SDK compares the `Mcp-Param-*` headers of a call with its arguments by the schema that it gets here. */
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
