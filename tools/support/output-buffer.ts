/** Keeps the beginning and the end of an output that may be endless. */
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

  /** Whether something was left out. */
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
    // A whole chunk goes as soon as those after it are enough.
    while (this.#tailSize - (this.#tail[0]?.length ?? 0) >= this.#half && this.#tail.length > 1) {
      this.#tailSize -= this.#tail.shift()?.length ?? 0;
    }
  }

  /** What was kept, with a note where something is missing. */
  text(): string {
    const head = Buffer.concat(this.#head);
    const tail = Buffer.concat(this.#tail);
    if (!this.truncated) return Buffer.concat([head, tail]).toString("utf8");
    const end = tail.subarray(tail.length - this.#half);
    const dropped = this.#size - head.length - end.length;
    // A cut inside a character leaves bytes that are no text.
    const beginning = new TextDecoder().decode(head, { stream: true });
    const start = Math.max(
      0,
      end.subarray(0, 4).findIndex((byte) => (byte & 0xc0) !== 0x80),
    );
    return `${beginning}\n… ${dropped} bytes left out …\n${end.subarray(start).toString("utf8")}`;
  }
}
