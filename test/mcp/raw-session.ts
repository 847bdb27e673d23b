import type { JSONRPCMessage } from "@modelcontextprotocol/server";

type Answer = (request: Request) => Promise<Response>;

/** The message of one server-sent event. */
export interface Event {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

/** The events of one answer. */
export class EventReader {
  readonly response: Response;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  readonly #decoder = new TextDecoder();
  #text = "";

  constructor(response: Response) {
    this.response = response;
    this.#reader = response.body?.getReader();
  }

  /** The next event, or an answer without events; undefined at the end. */
  async next(): Promise<Event | undefined> {
    for (;;) {
      const end = this.#text.indexOf("\n\n");
      if (end !== -1) {
        const [, data] = /^data: ([^\n]*)/m.exec(this.#text.slice(0, end)) ?? [];
        this.#text = this.#text.slice(end + 2);
        if (data === undefined) continue;
        return JSON.parse(data);
      }
      const { done, value } = (await this.#reader?.read()) ?? { done: true };
      if (done) {
        const rest = this.#text;
        this.#text = "";
        return rest === "" ? undefined : JSON.parse(rest);
      }
      this.#text += this.#decoder.decode(value, { stream: true });
    }
  }

  /** Closes the connection. */
  async cancel(): Promise<void> {
    await this.#reader?.cancel();
  }
}

/** A client of revision 2025-11-25 that writes its requests itself. */
export class RawSession {
  readonly #answer: Answer;
  readonly id: string | undefined;

  private constructor(answer: Answer, id: string | undefined) {
    this.#answer = answer;
    this.id = id;
  }

  static async open(answer: Answer, capabilities: object = { elicitation: {} }): Promise<RawSession> {
    const clientInfo = { name: "raw", version: "1" };
    const { response } = await new RawSession(answer, undefined).send({
      jsonrpc: "2.0",
      id: 0,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities, clientInfo },
    });
    return new RawSession(answer, response.headers.get("mcp-session-id") ?? undefined);
  }

  /** A client that sends this session id without initializing. */
  static unopened(answer: Answer, id?: string): RawSession {
    return new RawSession(answer, id);
  }

  /** The same session at another server. */
  at(answer: Answer): RawSession {
    return new RawSession(answer, this.id);
  }

  async send(message: JSONRPCMessage, signal?: AbortSignal): Promise<EventReader> {
    const request = new Request("http://localhost/mcp", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2025-11-25",
        ...(this.id !== undefined && { "mcp-session-id": this.id }),
      },
      body: JSON.stringify(message),
      ...(signal !== undefined && { signal }),
    });
    return new EventReader(await this.#answer(request));
  }

  call(id: number, name: string, input: Record<string, unknown>, signal?: AbortSignal): Promise<EventReader> {
    const params = { name, arguments: input };
    return this.send({ jsonrpc: "2.0", id, method: "tools/call", params }, signal);
  }

  /** Opens the stream on which the server notifies the client of changes. */
  async listen(): Promise<EventReader> {
    const headers = { accept: "text/event-stream", "mcp-session-id": this.id ?? "" };
    return new EventReader(await this.#answer(new Request("http://localhost/mcp", { headers })));
  }

  /** Answers a request of the server; returns the HTTP status. */
  async reply(question: Event | undefined, result: Record<string, unknown>): Promise<number> {
    const { response } = await this.send({ jsonrpc: "2.0", id: question?.id ?? "none", result });
    return response.status;
  }

  async cancel(requestId: number): Promise<void> {
    await this.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });
  }
}
