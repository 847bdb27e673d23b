import type { ExecutionBackend, ExecutionJob } from "./execution-backend.js";

/** How much an in-process backend takes on. */
export interface InProcessLimits {
  readonly maxConcurrentExecutions: number;
  readonly maxQueueLength: number;
}

const holdsSlot = Symbol("holds a slot");

/** Runs jobs in this process: a number of slots, and a queue in the order of arrival when they are taken. */
export class InProcessBackend implements ExecutionBackend {
  readonly #limits: InProcessLimits;
  #running = 0;
  // A set keeps the order of insertion and lets a cancelled job leave from the middle at no cost.
  readonly #waiting = new Set<ExecutionJob>();

  constructor(limits: InProcessLimits) {
    this.#limits = limits;
  }

  submit(job: ExecutionJob): void {
    if (this.#running < this.#limits.maxConcurrentExecutions) this.#start(job);
    else if (this.#waiting.size < this.#limits.maxQueueLength) this.#waiting.add(job);
    else
      job.settle({ type: "rejected", reason: `More than ${this.#limits.maxQueueLength} calls are waiting.` });
  }

  withdraw(job: ExecutionJob): void {
    if (!this.#waiting.delete(job)) this.#release(job);
  }

  dispose(): Promise<void> {
    return Promise.resolve();
  }

  #start(job: ExecutionJob): void {
    this.#running++;
    job.backendNote = holdsSlot;
    try {
      const value = job.run();
      if (isThenable(value)) {
        Promise.resolve(value).then(
          (settled) => this.#returned(job, settled),
          (thrown: unknown) => this.#threw(job, thrown),
        );
      } else this.#returned(job, value);
    } catch (thrown) {
      this.#threw(job, thrown);
    }
  }

  #returned(job: ExecutionJob, value: unknown): void {
    this.#release(job);
    job.settle({ type: "returned", value });
  }

  #threw(job: ExecutionJob, thrown: unknown): void {
    this.#release(job);
    job.settle({ type: "threw", thrown });
  }

  #release(job: ExecutionJob): void {
    if (job.backendNote !== holdsSlot) return;
    job.backendNote = undefined;
    this.#running--;
    if (this.#waiting.size === 0) return;
    for (const next of this.#waiting) {
      if (this.#running >= this.#limits.maxConcurrentExecutions) return;
      this.#waiting.delete(next);
      this.#start(next);
    }
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value;
}
