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
  #length = 0;
  #dropping = false;

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
    if (this.#length > 0 || this.#dropping) yield this.#take();
  }

  #keep(part: Buffer): void {
    if (part.length === 0) return;
    this.#length += part.length;
    if (this.#length > this.#limit) {
      this.#dropping = true;
      this.#parts = [];
    } else this.#parts.push(part);
  }

  #take(): MessageLine {
    // Most lines are one chunk and need no copy.
    const line = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts);
    const isTooLong = this.#dropping;
    this.#parts = [];
    this.#length = 0;
    this.#dropping = false;
    return isTooLong ? undefined : line;
  }
}
