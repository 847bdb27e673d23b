import type { RunOutcome } from "@toolkiln/runtime";

/** Calls that this process has to do with, by their state. */
export interface QueueCounts {
  /** Calls that wait. */
  readonly queued: number;
  readonly running: number;
  /** Calls whose tools returned. */
  readonly done: number;
  /** Calls whose tools threw or were refused. */
  readonly failed: number;
  /** Calls whose outcome is unknown. */
  readonly lost: number;
  /** Milliseconds of the last 1,000 calls that ended. */
  readonly latency: { readonly median: number; readonly p95: number };
}

/** Calls that ended. */
export type EndedCounts = Omit<QueueCounts, "queued" | "running">;

const remembered = 1_000;

/** Counts calls, and reports the counts at most once a second. */
export class QueueCounter {
  #done = 0;
  #failed = 0;
  #lost = 0;
  #ended = 0;
  readonly #latencies: number[] = [];
  readonly #report: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(report: () => void) {
    this.#report = report;
  }

  get counts(): EndedCounts {
    const sorted = this.#latencies.toSorted((a, b) => a - b);
    const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
    return {
      done: this.#done,
      failed: this.#failed,
      lost: this.#lost,
      latency: { median: at(0.5), p95: at(0.95) },
    };
  }

  /** Counts the end of a call. */
  ended(outcome: RunOutcome["type"], latency: number): void {
    if (outcome === "returned") this.#done++;
    else if (outcome === "unknown") this.#lost++;
    else this.#failed++;
    this.#latencies[this.#ended++ % remembered] = latency;
    this.changed();
  }

  /** Reports the counts soon. */
  changed(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#report();
    }, 1_000).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
