/** A line, or a marker for one that was too long. */
export type MessageLine = { readonly bytes: Buffer } | { readonly tooLong: true };

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
    const line: MessageLine = this.#dropping ? { tooLong: true } : { bytes: joined(this.#parts) };
    this.#parts = [];
    this.#length = 0;
    this.#dropping = false;
    return line;
  }
}

/** Most lines are one chunk and need no copy. */
function joined(parts: readonly Buffer[]): Buffer {
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : Buffer.concat(parts);
}
