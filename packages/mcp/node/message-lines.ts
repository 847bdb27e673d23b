/** A line, or a notice that one was too long to be kept. */
export type MessageLine = { readonly bytes: Buffer } | { readonly tooLong: true };

const newline = 0x0a;

/**
 * Cuts a stream of bytes into lines, however it is split on the way. A line beyond the limit is dropped as it comes
 * in and reported once at its end, so that memory stays bounded and the lines after it are read.
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

  /** What stands after the last line break, when nothing more comes. */
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
    const line: MessageLine = this.#dropping ? { tooLong: true } : { bytes: Buffer.concat(this.#parts) };
    this.#parts = [];
    this.#length = 0;
    this.#dropping = false;
    return line;
  }
}
