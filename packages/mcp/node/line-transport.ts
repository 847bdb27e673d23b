import type { Readable, Writable } from "node:stream";
import {
  parseJSONRPCMessage,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
} from "@modelcontextprotocol/server";
import { cancelledId } from "../protocol/cancelled-id.js";
import {
  duplicateId,
  notJson,
  notMessage,
  refuseMessage,
  tooLong,
  type Refusal,
} from "../protocol/refuse-message.js";
import { MessageLines, type MessageLine } from "./message-lines.js";

/** How messages travel as lines. */
export interface LineTransportOptions {
  readonly input: Readable;
  /** Writes to the output, whatever has become of its own `write`. */
  readonly write: (text: string, done: (error?: Error | null) => void) => void;
  readonly output: Writable;
  /** Bytes of one message. */
  readonly maxMessageSize: number;
  /** Milliseconds that requests get to be answered when nothing more comes in. */
  readonly drainTime: number;
  /** Called when the connection has ended, before the protocol is notified. */
  readonly onEnd: () => void;
}

/**
 * Messages as lines of JSON. Whatever a client sends is answered or left out, and the connection goes on: only the
 * end of the input or of the output ends it.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #options: LineTransportOptions;
  readonly #lines: MessageLines;
  /** Methods of requests without an answer; a subscription has none until it ends. */
  readonly #open = new Map<RequestId, string>();
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  #drained: (() => void) | undefined;
  #closed = false;

  constructor(options: LineTransportOptions) {
    this.#options = options;
    this.#lines = new MessageLines(options.maxMessageSize);
  }

  async start(): Promise<void> {
    const { input, output } = this.#options;
    input.on("data", (chunk: Buffer) => {
      for (const line of this.#lines.push(chunk)) this.#receive(line);
    });
    input.once("end", () => this.#end());
    input.once("close", () => this.#end());
    input.on("error", (error) => this.onerror?.(error));
    output.on("error", (error) => this.#fail(error));
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#write(message);
    if (!("method" in message) && message.id !== undefined) this.#settle(message.id);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#options.input.pause();
    this.#drained?.();
    this.#options.onEnd();
    this.onclose?.();
  }

  #receive(line: MessageLine): void {
    if (this.#closed) return;
    if ("tooLong" in line) return this.#refuse(tooLong(this.#options.maxMessageSize));
    const parsed = this.#parse(line.bytes);
    if (parsed === "blank") return;
    if (parsed === undefined) return this.#refuse(notJson);
    const refusal = refuseMessage(parsed.value);
    if (refusal !== undefined) return this.#refuse(refusal);
    this.#deliver(parsed.value);
  }

  #deliver(value: unknown): void {
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(value);
    } catch (error) {
      const refusal = notMessage(value);
      if (refusal !== undefined) return this.#refuse(refusal);
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    if ("method" in message && "id" in message) {
      if (this.#open.has(message.id)) return this.#refuse(duplicateId(message.id));
      this.#open.set(message.id, message.method);
    }
    const cancelled = cancelledId(message);
    // The protocol does not let clients cancel it, and without its answer nothing can follow.
    if (cancelled !== undefined && this.#open.get(cancelled) === "initialize") return;
    this.onmessage?.(message);
    // Nobody answers a request after it was cancelled.
    if (cancelled !== undefined) this.#settle(cancelled);
  }

  #parse(bytes: Buffer): { readonly value: unknown } | "blank" | undefined {
    try {
      // The decoder leaves out a byte order mark; JSON does not mind the return of a CRLF.
      const text = this.#decoder.decode(bytes);
      return text.trim() === "" ? "blank" : { value: JSON.parse(text) };
    } catch {
      return undefined;
    }
  }

  #refuse(refusal: Refusal): void {
    this.onerror?.(new Error(`Refused a message: ${refusal.error.message}`));
    this.#write(refusal).catch(() => undefined);
  }

  #write(message: JSONRPCMessage | Refusal): Promise<void> {
    if (this.#closed) return Promise.reject(new Error("The connection is closed."));
    return new Promise((resolve, reject) => {
      this.#options.write(`${JSON.stringify(message)}\n`, (error) => {
        if (error === undefined || error === null) resolve();
        else reject(error);
      });
    });
  }

  #settle(id: RequestId): void {
    this.#open.delete(id);
    if (this.#open.size === 0) this.#drained?.();
  }

  /** Nothing more comes in: what has been asked is answered, for a while, before the connection ends. */
  #end(): void {
    if (this.#closed || this.#drained !== undefined) return;
    for (const line of this.#lines.end()) this.#receive(line);
    const finish = (): void => {
      clearTimeout(timer);
      this.close().catch(() => undefined);
    };
    const timer = setTimeout(finish, this.#options.drainTime);
    this.#drained = finish;
    if (this.#open.size === 0) finish();
  }

  #fail(reason: Error): void {
    if (this.#closed) return;
    this.onerror?.(reason);
    this.close().catch(() => undefined);
  }
}
