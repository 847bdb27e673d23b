import { createHistogram } from "node:perf_hooks";

/** The number of calls by state. */
export interface QueueCounts {
  readonly queued: number;
  readonly running: number;
  /** Calls whose tools succeeded. A `QueueBackend` counts every call that ended with a result, even a failed one. */
  readonly done: number;
  /** Calls that ended otherwise, for example because the tool threw. */
  readonly failed: number;
  /** Calls whose outcome is unknown. */
  readonly lost: number;
  /** Durations of ended calls, in milliseconds. */
  readonly latency: { readonly median: number; readonly p95: number };
}

export interface CountEvents {
  /** Emitted at most once a second while calls end. */
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

  /** Counts an ended call; `startTime` comes from `performance.now()`. */
  recordEnd(outcome: "done" | "failed" | "lost", startTime: number): void {
    this.#ended[outcome]++;
    this.#latencies.record(Math.max(1, Math.round(performance.now() - startTime)));
    if (this.#isReporting) return;
    this.#isReporting = true;
    setTimeout(() => {
      this.#isReporting = false;
      this.#report();
    }, 1_000).unref();
  }
}
