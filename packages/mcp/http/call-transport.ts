import {
  DEFAULT_NEGOTIATED_PROTOCOL_VERSION,
  isJSONRPCRequest,
  isJSONRPCResponse,
  WebStandardStreamableHTTPServerTransport,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type MessageExtraInfo,
  type RequestId,
  type Transport,
  type TransportSendOptions,
} from "@modelcontextprotocol/server";
import { cancelledId } from "../protocol/cancelled-id.js";
import { watchBody } from "./watch-body.js";

/** The id of the `initialize` request that replays the client's capabilities. */
const initializeId = "initialize";

/**
 * One call of a client of the older revision, while its request is open. Server requests are sent in its SSE
 * response; the client's replies arrive in other requests.
 */
export class CallTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;
  readonly #events = new WebStandardStreamableHTTPServerTransport();
  /** Pending server requests: from the id sent to the client to the SDK's id. */
  readonly #pendingRequests = new Map<RequestId, RequestId>();
  #initialized: (() => void) | undefined;

  /** `onEnd` is called when the connection closes. */
  constructor(onEnd: () => void) {
    // SDK transports have no `addEventListener`.
    Object.assign(this.#events, {
      onmessage: (message: JSONRPCMessage, extra?: MessageExtraInfo) => this.onmessage?.(message, extra),
      onerror: (error: Error) => this.onerror?.(error),
      onclose: () => {
        onEnd();
        this.#initialized?.();
        this.onclose?.();
      },
    } satisfies Pick<Transport, "onmessage" | "onerror" | "onclose">);
  }

  start(): Promise<void> {
    return this.#events.start();
  }

  close(): Promise<void> {
    return this.#events.close();
  }

  setSupportedProtocolVersions(versions: string[]): void {
    this.#events.setSupportedProtocolVersions(versions);
  }

  /** Answers the request of the call. */
  async answer(request: Request, call: JSONRPCRequest, canElicit: boolean): Promise<Response> {
    await this.#initialize(request, canElicit);
    const end = (): void => {
      this.close().catch(() => undefined);
    };
    if (request.signal.aborted) end();
    request.signal.addEventListener("abort", end, { once: true });
    return watchBody(await this.#events.handleRequest(request, { parsedBody: call }), end);
  }

  /** Handles a reply to this call; false if it belongs to another. */
  takeReply(message: JSONRPCMessage): boolean {
    if (!isJSONRPCResponse(message) || message.id === undefined) return false;
    const id = this.#pendingRequests.get(message.id);
    if (id === undefined) return false;
    this.#pendingRequests.delete(message.id);
    this.onmessage?.({ ...message, id });
    return true;
  }

  async send(message: JSONRPCMessage, { relatedRequestId }: TransportSendOptions = {}): Promise<void> {
    const options = relatedRequestId === undefined ? {} : { relatedRequestId };
    if (isJSONRPCRequest(message)) {
      // The SDK counts from zero for every call: such ids can be guessed, and they collide.
      const id = crypto.randomUUID();
      this.#pendingRequests.set(id, message.id);
      return this.#events.send({ ...message, id }, options);
    }
    if (this.#initialized !== undefined && isJSONRPCResponse(message) && message.id === initializeId) {
      return this.#initialized();
    }
    return this.#events.send(this.#withClientId(message), options);
  }

  /** Replaces the SDK's request id in a cancellation by the id that the client knows. */
  #withClientId(message: JSONRPCMessage): JSONRPCMessage {
    const sdkId = cancelledId(message);
    const [clientId] = [...this.#pendingRequests].find(([, id]) => id === sdkId) ?? [];
    if (clientId === undefined || !("method" in message)) return message;
    this.#pendingRequests.delete(clientId);
    return { ...message, params: { ...message.params, requestId: clientId } };
  }

  async #initialize(request: Request, canElicit: boolean): Promise<void> {
    const initialized = new Promise<void>((resolve) => {
      this.#initialized = resolve;
    });
    this.onmessage?.({
      jsonrpc: "2.0",
      id: initializeId,
      method: "initialize",
      params: {
        protocolVersion: request.headers.get("mcp-protocol-version") ?? DEFAULT_NEGOTIATED_PROTOCOL_VERSION,
        capabilities: canElicit ? { elicitation: { form: {} } } : {},
        clientInfo: { name: "client", version: "0" },
      },
    });
    await initialized;
    this.#initialized = undefined;
  }
}
