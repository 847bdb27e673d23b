/** Keeps the beginning and the end of an output of any length. */
export class OutputBuffer {
  readonly #half: number;
  readonly #head: Buffer[] = [];
  readonly #tail: Buffer[] = [];
  #headSize = 0;
  #tailSize = 0;
  #size = 0;

  constructor(maxBytes: number) {
    this.#half = Math.floor(maxBytes / 2);
  }

  /** Whether output was dropped. */
  get truncated(): boolean {
    return this.#size > this.#headSize + this.#half;
  }

  add(chunk: Buffer): void {
    const part = chunk.subarray(0, this.#half - this.#headSize);
    const rest = chunk.subarray(part.length);
    this.#size += chunk.length;
    if (part.length > 0) this.#head.push(part);
    this.#headSize += part.length;
    this.#tail.push(rest);
    this.#tailSize += rest.length;
    // The oldest chunk is dropped once the chunks after it fill the tail.
    while (this.#tailSize - (this.#tail[0]?.length ?? 0) >= this.#half && this.#tail.length > 1) {
      this.#tailSize -= this.#tail.shift()?.length ?? 0;
    }
  }

  /** The kept output, with a note where bytes were dropped. */
  text(): string {
    const head = Buffer.concat(this.#head);
    const tail = Buffer.concat(this.#tail);
    if (!this.truncated) return Buffer.concat([head, tail]).toString("utf8");
    const end = tail.subarray(tail.length - this.#half);
    const dropped = this.#size - head.length - end.length;
    // Truncation inside a character leaves incomplete bytes, which are dropped.
    const beginning = new TextDecoder().decode(head, { stream: true });
    const start = end.subarray(0, 4).findIndex((byte) => (byte & 0xc0) !== 0x80);
    return `${beginning}\n… ${dropped} bytes omitted …\n${end.toString("utf8", Math.max(0, start))}`;
  }
}
