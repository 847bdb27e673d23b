import {
  createMcpHandler,
  isInitializeRequest,
  isJSONRPCResponse,
  isLegacyRequest,
  readRequestBody,
  type McpRequestContext,
  type McpServer,
  type ServerNotifier,
} from "@modelcontextprotocol/server";
import { offersForms } from "../call/approval-form.js";
import { checkMessage, errorResponse, invalidJson, jsonRpcResponse } from "../protocol/check-message.js";
import { ClientSessions, createSessionId, sessionIdOf } from "./client-sessions.js";
import type { HttpGuard } from "./http-guard.js";

export interface HttpHandlerOptions {
  readonly guard: HttpGuard;
  /** Creates the MCP server for one request or connection. */
  readonly createServer: (context: McpRequestContext) => Promise<McpServer>;
  readonly onError: (error: Error) => void;
}

/** Maximum notification streams of MCP 2026-07-28, so calls still get connections. */
const maxStreams = 400;

const noPendingRequest =
  "No pending request has this id: it was answered or cancelled, or belongs to another process. Behind a proxy, requests with the same Mcp-Session-Id must reach the same process.";

/** Handles HTTP requests. The SDK handles MCP 2026-07-28, and requests of older revisions without a session. */
export class HttpHandler {
  readonly #guard: HttpGuard;
  readonly #handler: ReturnType<typeof createMcpHandler>;
  readonly #sessions: ClientSessions;

  constructor({ guard, createServer, onError }: HttpHandlerOptions) {
    this.#guard = guard;
    this.#handler = createMcpHandler(createServer, {
      onerror: onError,
      maxRequestBodySize: guard.maxBodySize,
      maxSubscriptions: maxStreams,
    });
    this.#sessions = new ClientSessions(() => createServer({ era: "legacy" }));
  }

  async answer(request: Request): Promise<Response> {
    const { maxBodySize } = this.#guard;
    const host = request.headers.get("host") ?? new URL(request.url).host;
    const rejection = await this.#guard.check(request.method, request.headers, host);
    if (rejection !== undefined) return rejection;
    const sessionId = sessionIdOf(request);
    if (request.method === "GET") {
      if (sessionId !== undefined) return this.#sessions.answer(request, sessionId);
      return jsonRpcResponse(405, "Notifications need a session: send `initialize` first.", {
        Allow: "POST",
      });
    }
    // An aborted body needs no answer, but must not become an unhandled rejection.
    const body = await readRequestBody(request, maxBodySize).catch(() => undefined);
    if (body?.tooLarge === true) {
      return jsonRpcResponse(413, `The body is longer than ${maxBodySize} bytes.`);
    }
    const message = body && parse(body.text);
    if (message === undefined) return errorResponse(invalidJson);
    const invalid = checkMessage(message.value);
    return invalid === undefined
      ? this.#answerMessage(request, message.value, sessionId)
      : errorResponse(invalid);
  }

  /** Sends change notifications to clients that use MCP 2026-07-28. */
  get notify(): ServerNotifier {
    return this.#handler.notify;
  }

  async close(): Promise<void> {
    await Promise.all([this.#handler.close(), this.#sessions.close()]);
  }

  async #answerMessage(request: Request, message: unknown, sessionId: string | undefined): Promise<Response> {
    const answer = (): Promise<Response> => this.#handler.fetch(request, { parsedBody: message });
    if (!(await isLegacyRequest(request, message))) return answer();
    if (isInitializeRequest(message)) {
      const response = await answer();
      const id = createSessionId(offersForms(message.params.capabilities));
      if (response.ok) response.headers.set("mcp-session-id", id);
      return response;
    }
    if (isJSONRPCResponse(message) && !this.#sessions.isOpen(sessionId)) {
      return jsonRpcResponse(400, noPendingRequest);
    }
    return sessionId === undefined ? answer() : this.#sessions.answer(request, sessionId, message);
  }
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
