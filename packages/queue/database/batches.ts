import { backoff, pause } from "./outage.js";

/** How batches are written. */
export interface BatchOptions<Item> {
  /** Items at most. */
  readonly max: number;
  readonly write: (items: readonly Item[]) => Promise<unknown>;
  /** What could not be written is written again, unless this returns false. */
  readonly failed: (error: unknown) => boolean;
}

/** Writes items in batches, one after the other: what comes while one is written makes up the next. */
export class Batches<Item> {
  readonly #options: BatchOptions<Item>;
  #items: Item[] = [];
  #isWriting = false;

  constructor(options: BatchOptions<Item>) {
    this.#options = options;
  }

  add(items: readonly Item[]): void {
    this.#items = [...this.#items, ...items];
    if (!this.#isWriting) void this.#writeAll();
  }

  async #writeAll(): Promise<void> {
    const { max, write, failed } = this.#options;
    this.#isWriting = true;
    for (let failures = 0; this.#items.length > 0;) {
      const batch = this.#items.slice(0, max);
      try {
        await write(batch);
        failures = 0;
      } catch (error) {
        if (failed(error)) {
          await pause(backoff(failures++));
          continue;
        }
      }
      this.#items = this.#items.slice(batch.length);
    }
    this.#isWriting = false;
  }
}
