import type { IncomingMessage, ServerResponse } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import type { McpToolServer } from "../create-mcp-server.js";

/** Answers a request of Node's HTTP server, or of Express and its like. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Makes the handler for Node. A request that is not let in is answered before its body is read. */
export function createNodeHandler(server: McpToolServer): NodeHandler {
  const { guard, onError } = server;
  const handle = toNodeHandler(server, { onerror: onError, maxRequestBodySize: guard.maxBodySize });
  return async (request, response) => {
    const { method = "GET", url = "/", headers } = request;
    const refused = await guard.refuse(method, toHeaders(headers), hostOf(request));
    if (refused !== undefined) return sendResponse(refused, request, response);
    const body = { [Symbol.asyncIterator]: () => request[Symbol.asyncIterator]() };
    return handle({ method, url, headers, ...body }, response);
  };
}

/** Writes a short answer and hangs up, because what is left of the request will not be read. */
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

/** Every host that a request names. Node keeps the first of several; a proxy may have looked at another. */
export function hostOf({ headersDistinct }: IncomingMessage): string {
  return headersDistinct["host"]?.join(", ") ?? "";
}

/** The headers of a request as the guard reads them. */
export function toHeaders(given: IncomingMessage["headers"]): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  return headers;
}
