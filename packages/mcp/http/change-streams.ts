import { WebStandardStreamableHTTPServerTransport, type McpServer } from "@modelcontextprotocol/server";
import { jsonRpcResponse } from "../protocol/check-message.js";
import { watchBody } from "./watch-body.js";

/** An SSE comment: servers send headers with the first bytes, and the first change may come late. */
const greeting = ": listening\n\n";

/** SSE streams that notify clients of the older revision of changes, without a session. */
export class ChangeStreams {
  readonly #limit: number;
  readonly #open = new Set<Promise<McpServer>>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Opens a notification stream, which stays open until either side closes it. */
  async answer(request: Request, connect: () => Promise<McpServer>): Promise<Response> {
    if (this.#open.size >= this.#limit) {
      return jsonRpcResponse(503, "Too many notification streams are open: call tools/list instead.");
    }
    // Counts against the limit before any await.
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
