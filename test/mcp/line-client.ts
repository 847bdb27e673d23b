import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { createInterface } from "node:readline";
import type { ServerCommand } from "./clients.js";

/** A message as it was read from the wire. */
export interface WireMessage {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A client that sends arbitrary bytes and reads lines, to test how a server handles them. */
export class LineClient {
  readonly process: ChildProcessWithoutNullStreams;
  readonly messages: WireMessage[] = [];
  readonly #garbage: string[] = [];
  readonly exit: Promise<number | null>;
  stderr = "";

  constructor({ command, args, cwd, env }: ServerCommand) {
    this.process = spawn(command, args, { cwd, env });
    this.process.stderr.on("data", (chunk: Buffer) => (this.stderr += chunk.toString()));
    // Writing to a server that has ended is part of some tests.
    this.process.stdin.on("error", () => undefined);
    createInterface({ input: this.process.stdout }).on("line", (line) => {
      try {
        this.messages.push(JSON.parse(line) as WireMessage);
      } catch {
        this.#garbage.push(line);
      }
    });
    this.exit = new Promise((resolve) => this.process.once("exit", resolve));
  }

  /** Opens a connection of revision 2025-11-25. */
  static async open(place: ServerCommand): Promise<LineClient> {
    const client = new LineClient(place);
    const clientInfo = { name: "lines", version: "1" };
    client.send({
      id: 0,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo },
    });
    await client.answerTo(0);
    client.send({ method: "notifications/initialized" });
    return client;
  }

  write(bytes: string | Uint8Array): void {
    this.process.stdin.write(bytes);
  }

  send(message: Readonly<Record<string, unknown>>): void {
    this.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  call(id: number | string, name: unknown, input?: unknown, more: Record<string, unknown> = {}): void {
    this.send({ id, method: "tools/call", params: { name, arguments: input, ...more } });
  }

  /** The first answer to a request. */
  async answerTo(id: number | string | null): Promise<WireMessage> {
    return this.find((message) => message.id === id && message.method === undefined);
  }

  async find(matches: (message: WireMessage) => boolean): Promise<WireMessage> {
    const deadline = Date.now() + 20_000;
    for (;;) {
      const found = this.messages.find(matches);
      if (found !== undefined) return found;
      if (Date.now() > deadline) throw new Error(`No such message came. ${this.stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** Closes the connection; throws when the server wrote a line that is not a message. */
  async close(): Promise<void> {
    this.process.stdin.end();
    await this.exit;
    if (this.#garbage.length > 0) throw new Error(`No messages: ${this.#garbage.join("\n")}`);
  }
}
