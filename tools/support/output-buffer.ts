/** Keeps the beginning and the end of an output that may be endless. */
export class OutputBuffer {
  readonly #half: number;
  readonly #head: Buffer[] = [];
  readonly #tail: Buffer[] = [];
  #headSize = 0;
  #tailSize = 0;
  #dropped = 0;

  constructor(maxBytes: number) {
    this.#half = Math.floor(maxBytes / 2);
  }

  /** Whether something was left out. */
  get truncated(): boolean {
    return this.#dropped > 0;
  }

  add(chunk: Buffer): void {
    const room = this.#half - this.#headSize;
    if (room > 0) {
      const part = chunk.subarray(0, room);
      this.#head.push(part);
      this.#headSize += part.length;
    }
    const rest = chunk.subarray(Math.max(0, room));
    if (rest.length === 0) return;
    this.#tail.push(rest);
    this.#tailSize += rest.length;
    while (this.#tailSize > this.#half) this.#shorten();
  }

  /** What was kept, with a note where something is missing. */
  text(): string {
    const head = Buffer.concat(this.#head);
    const tail = Buffer.concat(this.#tail);
    if (!this.truncated) return Buffer.concat([head, tail]).toString("utf8");
    return `${trimEnd(head)}\n… ${this.#dropped} bytes left out …\n${trimStart(tail)}`;
  }

  #shorten(): void {
    const [first] = this.#tail;
    if (first === undefined) return;
    const excess = Math.min(this.#tailSize - this.#half, first.length);
    if (excess === first.length) this.#tail.shift();
    else this.#tail[0] = first.subarray(excess);
    this.#tailSize -= excess;
    this.#dropped += excess;
  }
}

/** A cut inside a character leaves bytes that are no text. */
function trimEnd(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: true });
}

function trimStart(bytes: Buffer): string {
  let start = 0;
  while (start < Math.min(4, bytes.length) && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  return bytes.subarray(start).toString("utf8");
}
