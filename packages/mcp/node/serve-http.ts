import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { localhostAllowedHostnames } from "@modelcontextprotocol/server";
import type { McpToolServer } from "../create-mcp-server.js";
import { jsonRpcResponse } from "../http/json-rpc-response.js";
import type { HttpGuard } from "../http/http-guard.js";
import { createNodeHandler, hostOf, sendResponse, toHeaders } from "./node-handler.js";

/** How tools are served over HTTP. All times are milliseconds. */
export interface ServeHttpOptions {
  /** The address to listen on. @default 127.0.0.1 */
  readonly host?: string;
  /** The port to listen on; 0 takes any that is free. @default 3001 */
  readonly port?: number;
  /** Time for a request to arrive with its body. @default 30,000 */
  readonly requestTimeout?: number;
  /** Connections at once. @default 1,000 */
  readonly maxConnections?: number;
}

/** Tools that are being served over HTTP. */
export interface HttpService {
  /** Where clients find the tools. */
  readonly url: string;
  /** Takes no more requests, lets those that run finish for a while, then ends them. */
  close(options?: { readonly gracePeriod?: number }): Promise<void>;
}

/**
 * Milliseconds that a connection may be idle: longer than clients and proxies keep one (nginx: 60 s), so that it is
 * they who close it, and no request meets a connection that is just being closed.
 */
const keepAliveTimeout = 65_000;

/** Where tools are, and where it can be asked whether they are. */
const toolsPath = "/mcp";
const healthPath = "/health";

/** Serves tools over HTTP at `/mcp`. Beyond this machine only with a bearer token. */
export async function serveHttp(tools: McpToolServer, options: ServeHttpOptions = {}): Promise<HttpService> {
  const { host = "127.0.0.1", port = 3001, requestTimeout = 30_000, maxConnections = 1_000 } = options;
  if (!isLoopback(host) && !tools.guard.hasToken) {
    throw new Error(
      `${host} can be reached from other machines: set http.token, which clients then have to bear.`,
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
    // Who waits for changes does so as long as they like; nobody waits for them.
    const listens = request.method === "GET" || request.headers["mcp-method"] === "subscriptions/listen";
    if (!listens) open.add(response);
    response.on("close", () => open.delete(response));
    route(request, response, handle, { guard: tools.guard, ...state }).catch((error: unknown) => {
      tools.onError(error instanceof Error ? error : new Error(String(error)));
      response.destroy();
    });
  });
  await listen(server, host, port);
  const { port: taken } = server.address() as AddressInfo;
  const name = host.includes(":") ? `[${host}]` : host;
  return {
    url: `http://${name}:${taken}${toolsPath}`,
    async close({ gracePeriod = 5_000 } = {}) {
      state.closing = true;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      // Where nothing is left to wait for, the rest of the time must not keep the process.
      await Promise.race([drained(open), setTimeout(gracePeriod, undefined, { ref: false })]);
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
  // Other paths are guarded too: a page of another host could find out that the server runs.
  const refused =
    pathname === toolsPath ? undefined : guard.refuseStranger(toHeaders(request.headers), hostOf(request));
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

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

async function drained(open: ReadonlySet<ServerResponse>): Promise<void> {
  await Promise.all([...open].map((response) => new Promise((resolve) => response.once("close", resolve))));
}

/** Whether an address can be reached from this machine alone. */
export function isLoopback(host: string): boolean {
  return localhostAllowedHostnames().includes(host) || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}
