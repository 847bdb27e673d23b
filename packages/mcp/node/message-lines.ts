/** A line; undefined for one that was too long. */
export type MessageLine = Buffer | undefined;

const newline = 0x0a;

/**
 * Splits a byte stream into lines, across chunks. A line above the limit is dropped while it arrives and reported
 * once at its end, which bounds memory; later lines are still read.
 */
export class MessageLines {
  readonly #limit: number;
  #parts: Buffer[] = [];
  /** Bytes of the line so far, even if it is too long. */
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The lines that a chunk completes. */
  *push(chunk: Buffer): Iterable<MessageLine> {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#keep(chunk.subarray(start, end));
      yield this.#take();
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
  }

  /** The text after the last line break, at end of input. */
  *end(): Iterable<MessageLine> {
    if (this.#length > 0) yield this.#take();
  }

  #keep(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > this.#limit) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  #take(): MessageLine {
    const line = this.#length > this.#limit ? undefined : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    return line;
  }
}
