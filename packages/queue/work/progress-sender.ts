import type { ToolProgress } from "@toolkiln/runtime";
import type { QueueDatabase } from "../database/queue-database.js";

/** Milliseconds between two reports of one call. */
const interval = 100;
/** Milliseconds after which a submitter hears that a call runs; most calls have ended by then. */
const beginDelay = 50;
/** Bytes that a notification may carry. */
const maxPayload = 7_900;

/** Sends the newest progress of one call to its submitter. */
export class ProgressSender {
  readonly #database: QueueDatabase;
  readonly #channel: string;
  readonly #job: string;
  #newest: ToolProgress | undefined;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<unknown> | undefined;

  constructor(database: QueueDatabase, submitter: string, job: string) {
    this.#database = database;
    this.#channel = `tk_s_${submitter}`;
    this.#job = job;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#sending = database.notify(this.#channel, `b${job}`);
    }, beginDelay);
  }

  report(progress: ToolProgress): void {
    const isFirst = this.#newest === undefined && this.#sending === undefined;
    this.#newest = progress;
    if (isFirst) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#send();
    } else this.#timer ??= setTimeout(() => this.#send(), interval);
  }

  /** Sends what is left, so that it arrives before the result. */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#newest !== undefined) this.#send();
    await this.#sending;
  }

  #send(): void {
    this.#timer = undefined;
    const progress = this.#newest;
    if (progress === undefined) return;
    this.#newest = undefined;
    let text = JSON.stringify(progress);
    if (Buffer.byteLength(text) > maxPayload) {
      text = JSON.stringify({
        message: progress.message.slice(0, 1_000),
        percentComplete: progress.percentComplete,
      });
    }
    this.#sending = Promise.all([
      this.#sending,
      this.#database.notify(this.#channel, `p${this.#job}${text}`),
    ]);
  }
}
