import {
  createMcpHandler,
  isInitializeRequest,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  isLegacyRequest,
  readRequestBody,
  type McpRequestContext,
  type McpServer,
  type ServerNotifier,
} from "@modelcontextprotocol/server";
import { offersForms } from "../call/client-capabilities.js";
import { cancelledId } from "../protocol/cancelled-id.js";
import { ChangeStreams } from "./change-streams.js";
import type { HttpGuard } from "./http-guard.js";
import { jsonRpcResponse, invalidJson, errorResponse, checkMessage } from "../protocol/check-message.js";
import { OpenCalls } from "./open-calls.js";
import { createSessionId, readSession } from "./session-id.js";

export interface HttpHandlerOptions {
  readonly guard: HttpGuard;
  /** Creates the MCP server for one request or connection. */
  readonly connect: (context: McpRequestContext) => Promise<McpServer>;
  /** Whether clients of the older revision get a session, for approvals. */
  readonly sessions: boolean;
  readonly onError: (error: Error) => void;
}

/** Maximum notification streams per revision, so calls still get connections. */
const maxStreams = 400;

const noQuestion =
  "No pending request has this id: it was answered or cancelled, or belongs to another process. Behind a proxy, requests with the same Mcp-Session-Id must reach the same process.";

/**
 * Handles HTTP requests. The SDK handles the newer revision. In the older one, a call can request approval and be
 * cancelled while its request is open, and a GET streams notifications.
 */
export class HttpHandler {
  readonly #options: HttpHandlerOptions;
  readonly #handler: ReturnType<typeof createMcpHandler>;
  readonly #calls = new OpenCalls();
  readonly #streams = new ChangeStreams(maxStreams);

  constructor(options: HttpHandlerOptions) {
    this.#options = options;
    this.#handler = createMcpHandler(options.connect, {
      onerror: options.onError,
      maxRequestBodySize: options.guard.maxBodySize,
      maxSubscriptions: maxStreams,
    });
  }

  async answer(request: Request): Promise<Response> {
    const { guard, connect } = this.#options;
    const host = request.headers.get("host") ?? new URL(request.url).host;
    const rejection = await guard.refuse(request.method, request.headers, host);
    if (rejection !== undefined) return rejection;
    if (request.method === "GET") {
      return this.#streams.answer(request, () => connect({ era: "legacy", requestInfo: request }));
    }
    // An aborted body needs no answer, but must not become an unhandled rejection.
    const body = await readRequestBody(request, guard.maxBodySize).catch(() => undefined);
    if (body === undefined) return errorResponse(invalidJson);
    if (body.tooLarge) {
      return jsonRpcResponse(413, `The body is longer than ${guard.maxBodySize} bytes.`);
    }
    const message = parse(body.text);
    if (message === undefined) return errorResponse(invalidJson);
    const invalid = checkMessage(message.value);
    return invalid === undefined ? this.#answerMessage(request, message.value) : errorResponse(invalid);
  }

  /** Notifies clients of the newer revision of changes. */
  get notify(): ServerNotifier {
    return this.#handler.notify;
  }

  async close(): Promise<void> {
    await Promise.all([this.#handler.close(), this.#calls.close(), this.#streams.close()]);
  }

  async #answerMessage(request: Request, message: unknown): Promise<Response> {
    const answer = (): Promise<Response> => this.#handler.fetch(request, { parsedBody: message });
    if (!this.#options.sessions || !(await isLegacyRequest(request, message))) return answer();
    if (isInitializeRequest(message)) {
      const response = await answer();
      const id = createSessionId(offersForms(message.params.capabilities));
      if (response.ok) response.headers.set("mcp-session-id", id);
      return response;
    }
    const session = readSession(request.headers);
    if (isJSONRPCResponse(message)) {
      return session !== undefined && this.#calls.reply(session, message)
        ? new Response(null, { status: 202 })
        : jsonRpcResponse(400, noQuestion);
    }
    if (session === undefined) return answer();
    if (isJSONRPCRequest(message) && message.method === "tools/call") {
      const server = await this.#options.connect({ era: "legacy", requestInfo: request });
      return this.#calls.answer(request, message, session, server);
    }
    const cancelled = isJSONRPCNotification(message) ? cancelledId(message) : undefined;
    if (cancelled !== undefined) this.#calls.cancel(session, cancelled);
    return answer();
  }
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
