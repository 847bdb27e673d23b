import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { localhostAllowedHostnames } from "@modelcontextprotocol/server";
import type { McpToolServer } from "../create-mcp-server.js";
import { jsonRpcResponse } from "../protocol/check-message.js";
import type { HttpGuard } from "../http/http-guard.js";
import { createNodeHandler, hostOf, sendResponse, toHeaders } from "./node-handler.js";

/** Options of `serveHttp`. All times are in milliseconds. */
export interface ServeHttpOptions {
  /** The address to listen on. @default 127.0.0.1 */
  readonly host?: string;
  /** The port to listen on; 0 picks a free one. @default 3001 */
  readonly port?: number;
  /** Timeout to receive a request. @default 30,000 */
  readonly requestTimeout?: number;
  /** Connection limit. @default 1,000 */
  readonly maxConnections?: number;
}

/** A running HTTP server. */
export interface HttpService {
  /** The MCP endpoint. */
  readonly url: string;
  /** Rejects new requests, waits up to `gracePeriod` for open ones, then aborts the rest. */
  close(options?: { readonly gracePeriod?: number }): Promise<void>;
}

/**
 * Milliseconds that a connection may be idle: longer than in clients and proxies (nginx: 60 s). They close it first,
 * so no request hits a closing connection.
 */
const keepAliveTimeout = 65_000;

/** The MCP endpoint and the health check. */
const toolsPath = "/mcp";
const healthPath = "/health";

/** Serves tools over HTTP at `/mcp`. Non-loopback hosts need a bearer token. */
export async function serveHttp(tools: McpToolServer, options: ServeHttpOptions = {}): Promise<HttpService> {
  const { host = "127.0.0.1", port = 3001, requestTimeout = 30_000, maxConnections = 1_000 } = options;
  if (!isLoopback(host) && !tools.guard.hasToken) {
    throw new Error(
      `${host} can be reached from other machines: set http.token, which clients must then send.`,
    );
  }
  const open = new Set<ServerResponse>();
  const state = { closing: false };
  const handle = createNodeHandler(tools);
  const server = createServer({
    requestTimeout,
    headersTimeout: requestTimeout,
    keepAliveTimeout,
    connectionsCheckingInterval: 1_000,
  });
  server.maxConnections = maxConnections;
  server.on("request", (request, response) => {
    // Notification streams never end: `close` does not wait for them.
    const listens = request.method === "GET" || request.headers["mcp-method"] === "subscriptions/listen";
    if (!listens) open.add(response);
    response.on("close", () => open.delete(response));
    route(request, response, handle, { guard: tools.guard, ...state }).catch((error: unknown) => {
      tools.onError(error instanceof Error ? error : new Error(String(error)));
      response.destroy();
    });
  });
  server.listen(port, host);
  await once(server, "listening");
  const { port: boundPort } = server.address() as AddressInfo;
  const name = host.includes(":") ? `[${host}]` : host;
  return {
    url: `http://${name}:${boundPort}${toolsPath}`,
    async close({ gracePeriod = 5_000 } = {}) {
      state.closing = true;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const drained = Promise.allSettled([...open].map((response) => once(response, "close")));
      // `ref: false`: the timer must not keep the process alive.
      await Promise.race([drained, setTimeout(gracePeriod, undefined, { ref: false })]);
      await tools.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function route(
  request: IncomingMessage,
  response: ServerResponse,
  handle: ReturnType<typeof createNodeHandler>,
  { guard, closing }: { readonly guard: HttpGuard; readonly closing: boolean },
): Promise<void> {
  const [pathname] = (request.url ?? "/").split("?");
  // Other paths are guarded too; otherwise a web page could detect that the server is running.
  const refused =
    pathname === toolsPath ? undefined : guard.checkHost(toHeaders(request.headers), hostOf(request));
  if (refused !== undefined) return sendResponse(refused, request, response);
  if (pathname === healthPath) {
    const health = Response.json({ status: closing ? "closing" : "ok" }, { status: closing ? 503 : 200 });
    return sendResponse(health, request, response);
  }
  if (pathname !== toolsPath) {
    return sendResponse(jsonRpcResponse(404, `The tools are at ${toolsPath}.`), request, response);
  }
  if (closing) return sendResponse(jsonRpcResponse(503, "The server is closing."), request, response);
  return handle(request, response);
}

/** Whether a host is a loopback address. */
export function isLoopback(host: string): boolean {
  return localhostAllowedHostnames().includes(host) || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}
