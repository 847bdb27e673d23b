import type { RunOutcome } from "@toolkiln/runtime";

/** Calls that ended. */
export interface EndedCounts {
  /** Calls whose tools returned. */
  readonly done: number;
  /** Calls whose tools threw or were refused. */
  readonly failed: number;
  /** Calls whose outcome is unknown. */
  readonly lost: number;
  /** Milliseconds of the last 1,000 calls that ended. */
  readonly latency: { readonly median: number; readonly p95: number };
}

/** Calls that this process has to do with, by their state. */
export interface QueueCounts extends EndedCounts {
  readonly queued: number;
  readonly running: number;
}

const remembered = 1_000;

/** Counts calls that end, and reports it at most once a second. */
export class QueueCounter {
  readonly #byType = { returned: 0, threw: 0, rejected: 0, unknown: 0 };
  readonly #latencies: number[] = [];
  readonly #report: () => void;
  #ended = 0;
  #isReporting = false;

  constructor(report: () => void) {
    this.#report = report;
  }

  get counts(): EndedCounts {
    const { returned, threw, rejected, unknown } = this.#byType;
    const sorted = this.#latencies.toSorted((a, b) => a - b);
    const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
    return {
      done: returned,
      failed: threw + rejected,
      lost: unknown,
      latency: { median: at(0.5), p95: at(0.95) },
    };
  }

  /** Counts the end of a call that began at a time of `performance.now()`. */
  ended(outcome: RunOutcome["type"], startTime: number): void {
    this.#byType[outcome]++;
    this.#latencies[this.#ended++ % remembered] = performance.now() - startTime;
    if (this.#isReporting) return;
    this.#isReporting = true;
    setTimeout(() => {
      this.#isReporting = false;
      this.#report();
    }, 1_000).unref();
  }
}
