import { isUtf8 } from "node:buffer";
import type { Readable, Writable } from "node:stream";
import {
  parseJSONRPCMessage,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
} from "@modelcontextprotocol/server";
import {
  cancelledId,
  duplicateId,
  invalidJson,
  invalidMessage,
  checkMessage,
  tooLong,
  type ErrorMessage,
} from "../protocol/check-message.js";

export interface LineTransportOptions {
  readonly input: Readable;
  /** Writes to the output, even if its `write` was replaced. */
  readonly write: (text: string, done: (error?: Error | null) => void) => void;
  readonly output: Writable;
  /** Maximum bytes. */
  readonly maxMessageSize: number;
  /** Milliseconds to finish open requests after the input ends. */
  readonly drainTime: number;
  /** Called when the connection ends, before `onclose`. */
  readonly onEnd: () => void;
}

/**
 * Newline-delimited JSON. Invalid messages are answered or skipped; only the end of the input or output closes the
 * connection.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #options: LineTransportOptions;
  readonly #lines: MessageLines;
  /** Methods of open requests, by id; a subscription's request stays open until the subscription ends. */
  readonly #open = new Map<RequestId, string>();
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

  #receive(line: Buffer | undefined): void {
    if (this.#closed) return;
    if (line === undefined) return this.#reject(tooLong(this.#options.maxMessageSize));
    if (!isUtf8(line)) return this.#reject(invalidJson);
    const text = line.toString().replace(/^\uFEFF/, "");
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      if (text.trim() !== "") this.#reject(invalidJson);
      return;
    }
    const invalid = checkMessage(value);
    if (invalid === undefined) this.#deliver(value);
    else this.#reject(invalid);
  }

  #deliver(value: unknown): void {
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(value);
    } catch (error) {
      const invalid = invalidMessage(value);
      if (invalid !== undefined) return this.#reject(invalid);
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    if ("method" in message && "id" in message) {
      if (this.#open.has(message.id)) return this.#reject(duplicateId(message.id));
      this.#open.set(message.id, message.method);
    }
    const cancelled = cancelledId(message);
    // The protocol does not let clients cancel `initialize`.
    if (cancelled !== undefined && this.#open.get(cancelled) === "initialize") return;
    this.onmessage?.(message);
    // A cancelled request gets no response.
    if (cancelled !== undefined) this.#settle(cancelled);
  }

  #reject(message: ErrorMessage): void {
    this.onerror?.(new Error(`Rejected a message: ${message.error.message}`));
    this.#write(message).catch(() => undefined);
  }

  #write(message: JSONRPCMessage | ErrorMessage): Promise<void> {
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

  /** After the input ends: waits up to `drainTime` for open requests, then closes. */
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

const newline = 0x0a;

/**
 * Splits a byte stream into lines, across chunks. A line above the limit is dropped while it arrives and reported
 * once at its end, which bounds memory; later lines are still read.
 */
class MessageLines {
  readonly #limit: number;
  #parts: Buffer[] = [];
  /** Bytes of the line so far, even if it is too long. */
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The lines that a chunk completes; undefined for one that was too long. */
  *push(chunk: Buffer): Iterable<Buffer | undefined> {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#keep(chunk.subarray(start, end));
      yield this.#take();
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
  }

  /** The text after the last line break, at end of input. */
  *end(): Iterable<Buffer | undefined> {
    if (this.#length > 0) yield this.#take();
  }

  #keep(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > this.#limit) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  #take(): Buffer | undefined {
    const line = this.#length > this.#limit ? undefined : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    return line;
  }
}
