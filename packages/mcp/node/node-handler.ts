import type { IncomingMessage, ServerResponse } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import type { McpToolServer } from "../create-mcp-server.js";

/** A request handler for Node's HTTP server, Express and similar. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Creates the Node handler. It rejects disallowed requests before it reads the body. */
export function createNodeHandler(server: McpToolServer): NodeHandler {
  const { guard, onError } = server;
  const handle = toNodeHandler(server, { onerror: onError, maxRequestBodySize: guard.maxBodySize });
  return async (request, response) => {
    const { method = "GET", url = "/", headers } = request;
    const rejection = await guard.check(method, toHeaders(headers), hostOf(request));
    if (rejection !== undefined) return sendResponse(rejection, request, response);
    const body = { [Symbol.asyncIterator]: () => request[Symbol.asyncIterator]() };
    return handle({ method, url, headers, ...body }, response);
  };
}

/** Sends a short response. Closes the connection if the request has not arrived completely: the rest is not read. */
export async function sendResponse(
  answer: Response,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const text = await answer.text();
  const connection = request.complete ? {} : { connection: "close" };
  response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), ...connection });
  response.end(text);
}

/** All `Host` headers. Node keeps only the first; a proxy may have checked another. */
export function hostOf({ headersDistinct }: IncomingMessage): string {
  return headersDistinct["host"]?.join(", ") ?? "";
}

/** Converts Node headers to `Headers`. */
export function toHeaders(given: IncomingMessage["headers"]): Headers {
  return new Headers(Object.entries(given).map(([name, value = ""]) => [name, String(value)]));
}
