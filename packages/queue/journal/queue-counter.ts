import { createHistogram } from "node:perf_hooks";

/** Calls that this process has to do with, by their state. */
export interface QueueCounts {
  readonly queued: number;
  readonly running: number;
  /** Calls whose tools returned. */
  readonly done: number;
  /** Calls whose tools threw or were refused. */
  readonly failed: number;
  /** Calls whose outcome is unknown. */
  readonly lost: number;
  /** Milliseconds of calls that ended. */
  readonly latency: { readonly median: number; readonly p95: number };
}

export interface CountEvents {
  /** At most once a second while calls end. */
  counts: [QueueCounts];
}

export class QueueCounter {
  readonly #ended = { done: 0, failed: 0, lost: 0 };
  readonly #latencies = createHistogram();
  readonly #report: () => void;
  #isReporting = false;

  constructor(report: () => void) {
    this.#report = report;
  }

  get counts(): Omit<QueueCounts, "queued" | "running"> {
    const latency = { median: this.#latencies.percentile(50), p95: this.#latencies.percentile(95) };
    return { ...this.#ended, latency };
  }

  /** Counts the end of a call that began at a time of `performance.now()`. */
  ended(how: "done" | "failed" | "lost", startTime: number): void {
    this.#ended[how]++;
    this.#latencies.record(Math.max(1, Math.round(performance.now() - startTime)));
    if (this.#isReporting) return;
    this.#isReporting = true;
    setTimeout(() => {
      this.#isReporting = false;
      this.#report();
    }, 1_000).unref();
  }
}
