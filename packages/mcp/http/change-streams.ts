import { WebStandardStreamableHTTPServerTransport, type McpServer } from "@modelcontextprotocol/server";
import { jsonRpcResponse } from "./json-rpc-response.js";
import { watchBody } from "./watch-body.js";

/** A comment, because servers send the headers of an answer with its first bytes, and changes may be a long way off. */
const greeting = ": listening\n\n";

/** Streams that notify clients of the older revision of changes; they belong to no session. */
export class ChangeStreams {
  readonly #limit: number;
  readonly #open = new Set<Promise<McpServer>>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Answers a request for notifications of changes, which lasts until either side ends it. */
  async answer(request: Request, connect: () => Promise<McpServer>): Promise<Response> {
    if (this.#open.size >= this.#limit) {
      return jsonRpcResponse(503, "Too many clients wait for changes: ask for the list instead.");
    }
    // Takes its place before anything is waited for.
    const connecting = connect();
    this.#open.add(connecting);
    const end = (): void => {
      this.#open.delete(connecting);
      connecting.then((server) => server.close()).catch(() => undefined);
    };
    try {
      const server = await connecting;
      const transport = new WebStandardStreamableHTTPServerTransport();
      await server.connect(transport);
      const response = await transport.handleRequest(request);
      request.signal.addEventListener("abort", end, { once: true });
      if (request.signal.aborted) end();
      return watchBody(response, end, response.ok ? greeting : "");
    } catch (error) {
      end();
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#open].map(async (connecting) => (await connecting).close()));
    this.#open.clear();
  }
}
