import type { ToolProgress } from "@toolkiln/runtime";
import type { QueueDatabase } from "../database/queue-database.js";
import type { HeldJob } from "./job-rows.js";

/** Milliseconds between two reports of one call. */
const interval = 100;
/** Milliseconds after which a submitter hears that a call runs; most calls have ended by then. */
const beginDelay = 50;
/** Bytes of a report; notifications carry little more. */
const maxBytes = 7_900;

/** Sends the newest progress of one call to its submitter. */
export class ProgressSender {
  readonly #database: QueueDatabase;
  readonly #held: HeldJob;
  #newest: ToolProgress | undefined;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<unknown> | undefined;

  constructor(database: QueueDatabase, held: HeldJob) {
    this.#database = database;
    this.#held = held;
    this.#timer = setTimeout(() => this.#send(), beginDelay);
  }

  report(progress: ToolProgress): void {
    this.#newest = progress;
    if (this.#sending === undefined) this.#send();
    else this.#timer ??= setTimeout(() => this.#send(), interval);
  }

  /** Sends what is left, so that it arrives before the result. */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#newest !== undefined) this.#send();
    await this.#sending;
  }

  /** Sends the newest report, or that the call has begun. */
  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { job, submitter } = this.#held;
    const progress = this.#newest;
    this.#newest = undefined;
    const payload = progress === undefined ? `b${job}` : `p${job}${shorten(progress)}`;
    this.#sending = Promise.all([this.#sending, this.#database.notify(`tk_s_${submitter}`, payload)]);
  }
}

function shorten(progress: ToolProgress): string {
  const text = JSON.stringify(progress);
  if (Buffer.byteLength(text) <= maxBytes) return text;
  const { message, percentComplete } = progress;
  return JSON.stringify({ message: message.slice(0, 1_000), percentComplete });
}
