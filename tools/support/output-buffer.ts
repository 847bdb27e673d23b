/** Keeps the beginning and the end of an output of any length. */
export class OutputBuffer {
  readonly #half: number;
  #chunks: Buffer[] = [];
  #size = 0;
  #dropped = 0;

  constructor(maxBytes: number) {
    this.#half = Math.floor(maxBytes / 2);
  }

  /** Whether output was dropped. */
  get truncated(): boolean {
    return this.#dropped > 0 || this.#size > 2 * this.#half;
  }

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    // Rarely, because it copies what is kept.
    if (this.#size > 4 * this.#half) this.#keepEnds();
  }

  /** The kept output, with a note where bytes were dropped. */
  text(): string {
    if (!this.truncated) return Buffer.concat(this.#chunks).toString("utf8");
    const [head, tail] = this.#keepEnds();
    // Truncation inside a character leaves incomplete bytes, which are dropped.
    const beginning = new TextDecoder().decode(head, { stream: true });
    const start = tail.subarray(0, 4).findIndex((byte) => (byte & 0xc0) !== 0x80);
    const end = tail.toString("utf8", Math.max(0, start));
    return `${beginning}\n… ${this.#dropped} bytes omitted …\n${end}`;
  }

  /** Drops everything between the first and the last half. */
  #keepEnds(): [head: Buffer, tail: Buffer] {
    const all = Buffer.concat(this.#chunks);
    this.#dropped += all.length - 2 * this.#half;
    this.#size = 2 * this.#half;
    const ends: [Buffer, Buffer] = [all.subarray(0, this.#half), all.subarray(all.length - this.#half)];
    this.#chunks = ends;
    return ends;
  }
}
