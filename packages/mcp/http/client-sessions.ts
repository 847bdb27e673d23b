import {
  DEFAULT_NEGOTIATED_PROTOCOL_VERSION,
  isJSONRPCNotification,
  isJSONRPCRequest,
  WebStandardStreamableHTTPServerTransport,
  type JSONRPCRequest,
  type McpServer,
  type RequestId,
} from "@modelcontextprotocol/server";
import { cancelledId, duplicateId, errorResponse, jsonRpcResponse } from "../protocol/check-message.js";

/** Maximum sessions: each can keep a notification stream open, and calls need connections too. */
const maxSessions = 400;

/** An SSE comment that is sent at once, because Node sends headers only with the first bytes of a body. */
const greeting = ": listening\n\n";

/** The prefix of the session ids of clients that can show forms. */
const formsPrefix = "tks1.f.";
const idPattern = /^tks1\.[fn]\.[\da-f-]{36}$/;

/**
 * Creates a session id. It encodes whether the client can show forms, so any process can open the session. The rest is
 * random, so nobody can guess another client's id.
 */
export function createSessionId(canElicit: boolean): string {
  return `${canElicit ? formsPrefix : "tks1.n."}${crypto.randomUUID()}`;
}

/** The session id of a request; undefined if it is missing or malformed. */
export function sessionIdOf({ headers }: Request): string | undefined {
  const id = headers.get("mcp-session-id") ?? "";
  return idPattern.test(id) ? id : undefined;
}

type HttpTransport = WebStandardStreamableHTTPServerTransport;

interface Session {
  readonly transport: Promise<HttpTransport>;
  /** Requests in progress by their id; undefined is the notification stream. */
  readonly open: Map<RequestId | undefined, Request>;
}

/**
 * The sessions of clients before MCP 2026-07-28, each with a server of its own. The next request reopens a session that
 * was closed to make room for others.
 */
export class ClientSessions {
  readonly #createServer: () => Promise<McpServer>;
  /** The most recently used session is the last. */
  readonly #sessions = new Map<string, Session>();

  constructor(createServer: () => Promise<McpServer>) {
    this.#createServer = createServer;
  }

  /** Whether this process has the session. */
  isOpen(id: string | undefined): boolean {
    return id !== undefined && this.#sessions.has(id);
  }

  /** Handles a message of a session. Without a message, opens its notification stream. */
  async answer(request: Request, sessionId: string, message?: unknown): Promise<Response> {
    const session = this.#find(request, sessionId);
    if (session === undefined) return jsonRpcResponse(503, "Too many sessions are open: try again later.");
    if (message === undefined || isJSONRPCRequest(message)) return respond(request, session, message);
    const transport = await session.transport;
    const response = await transport.handleRequest(request, { parsedBody: message });
    const cancelled = isJSONRPCNotification(message) ? cancelledId(message) : undefined;
    if (cancelled !== undefined) {
      session.open.delete(cancelled);
      // The SDK sends no response to a cancelled request, but keeps its stream open.
      transport.closeSSEStream(cancelled);
    }
    return response;
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#sessions.keys()].map((id) => this.#close(id)));
  }

  /** Finds or opens a session; undefined if there are too many and none is idle. */
  #find(request: Request, id: string): Session | undefined {
    const known = this.#sessions.get(id);
    if (known === undefined && this.#sessions.size >= maxSessions) {
      const [idle] = [...this.#sessions].find(([, { open }]) => open.size === 0) ?? [];
      if (idle === undefined) return undefined;
      this.#close(idle).catch(() => undefined);
    }
    const session = known ?? { transport: this.#open(request, id), open: new Map() };
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    if (known === undefined) session.transport.catch(() => this.#sessions.delete(id));
    return session;
  }

  /** Connects a server, and initializes it as the client did when it got the session id. */
  async #open({ url, headers }: Request, id: string): Promise<HttpTransport> {
    const server = await this.#createServer();
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => id });
    await server.connect(transport);
    const parsedBody = {
      jsonrpc: "2.0",
      id: "initialize",
      method: "initialize",
      params: {
        protocolVersion: headers.get("mcp-protocol-version") ?? DEFAULT_NEGOTIATED_PROTOCOL_VERSION,
        capabilities: id.startsWith(formsPrefix) ? { elicitation: { form: {} } } : {},
        clientInfo: { name: "client", version: "0" },
      },
    };
    const initialize = new Request(url, {
      method: "POST",
      headers: { accept: "application/json, text/event-stream", "content-type": "application/json" },
    });
    await (await transport.handleRequest(initialize, { parsedBody })).text();
    return transport;
  }

  async #close(id: string): Promise<void> {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    await (await session?.transport)?.close();
  }
}

/** Answers a request, or opens the notification stream; a new stream replaces the previous one. */
async function respond(
  request: Request,
  { transport: opening, open }: Session,
  message: JSONRPCRequest | undefined,
): Promise<Response> {
  const id = message?.id;
  if (id !== undefined && open.has(id)) return errorResponse(duplicateId(id));
  open.set(id, request);
  const transport = await opening;
  const end = (): void => {
    if (open.get(id) !== request) return;
    open.delete(id);
    if (id === undefined) return;
    // If the client disconnected, cancels the request: nobody receives the result.
    transport.onmessage?.({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } });
    transport.closeSSEStream(id);
  };
  if (message === undefined) transport.closeStandaloneSSEStream();
  const response = await transport.handleRequest(request, message && { parsedBody: message });
  return watchBody(response, request.signal, end, message === undefined && response.ok ? greeting : "");
}

/**
 * Copies a response and calls `onEnd` when its body ends, fails or is cancelled, or its request is aborted. `prefix` is
 * sent before the body.
 */
function watchBody(response: Response, signal: AbortSignal, onEnd: () => void, prefix: string): Response {
  if (signal.aborted || response.body === null) onEnd();
  if (response.body === null) return response;
  signal.addEventListener("abort", onEnd, { once: true });
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (prefix !== "") controller.enqueue(new TextEncoder().encode(prefix));
    },
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      onEnd();
    },
    async cancel(reason) {
      onEnd();
      await reader.cancel(reason);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}
