import { isThenable } from "../../registry/listeners.js";
import { ResourceLocks } from "../locks/resource-locks.js";
import type { BackendActivity, ExecutionBackend, ExecutionJob } from "./execution-backend.js";

/** The limits of an in-process backend. */
export interface InProcessLimits {
  readonly maxConcurrentExecutions: number;
  readonly maxQueueLength: number;
}

/** The state of a job: queued, running in its own slot, running in its parent's slot, or abandoned by its call. */
type JobState = "waits" | "runs" | "nested" | "abandoned" | undefined;

/** Runs jobs in this process, with a fixed number of slots and a first-in, first-out queue. */
export class InProcessBackend implements ExecutionBackend {
  readonly #limits: InProcessLimits;
  readonly #locks = new ResourceLocks<ExecutionJob>();
  #running = 0;
  #nested = 0;
  #waiting = 0;
  #abandoned = 0;
  #advancing = false;
  // A set keeps insertion order and removes a cancelled job in constant time.
  readonly #queue = new Set<ExecutionJob>();
  /** Jobs that waited for a resource and are next now that it is free. */
  readonly #next = new Set<ExecutionJob>();

  constructor(limits: InProcessLimits) {
    this.#limits = limits;
  }

  get activity(): BackendActivity {
    return { running: this.#running + this.#nested, waiting: this.#waiting, abandoned: this.#abandoned };
  }

  submit(job: ExecutionJob): void {
    const mayStart = job.parent !== undefined || (this.#hasSlot() && this.#queue.size === 0);
    if (mayStart && this.#takeClaims(job)) return this.#start(job);
    const reason = this.#whyRejected(job);
    if (reason === undefined) return this.#wait(job, mayStart);
    this.#leave(job);
    job.settle({ type: "rejected", reason });
  }

  withdraw(job: ExecutionJob): void {
    if (this.#stopWaiting(job)) {
      this.#queue.delete(job);
      this.#next.delete(job);
      this.#leave(job);
    } else if (this.#release(job)) {
      job.backendState = "abandoned" satisfies JobState;
      this.#abandoned++;
    }
  }

  dispose(): Promise<void> {
    return Promise.resolve();
  }

  /** Why a job cannot be queued, if it cannot. */
  #whyRejected(job: ExecutionJob): string | undefined {
    const { maxQueueLength } = this.#limits;
    if (this.#waiting >= maxQueueLength) return `The queue is full: ${maxQueueLength} calls are waiting.`;
    const isStuck = job.parent !== undefined && this.#locks.waitsForItself(job);
    return isStuck ? "Deadlock: this call would wait for a call that waits for it." : undefined;
  }

  /** Returns false if the job was not waiting. */
  #stopWaiting(job: ExecutionJob): boolean {
    if (stateOf(job) !== "waits") return false;
    job.backendState = undefined;
    this.#waiting--;
    return true;
  }

  /** Returns false if the job has to wait for a resource. */
  #takeClaims(job: ExecutionJob): boolean {
    return job.claims === undefined || this.#locks.take(job);
  }

  #hasSlot(): boolean {
    return this.#running < this.#limits.maxConcurrentExecutions;
  }

  /** A job that waits for a resource queues in `#locks`, so that others can have the slot. */
  #wait(job: ExecutionJob, waitsForResource: boolean): void {
    job.backendState = "waits" satisfies JobState;
    this.#waiting++;
    if (!waitsForResource) this.#queue.add(job);
  }

  #start(job: ExecutionJob): void {
    if (stateOf(job) === "waits") this.#waiting--;
    if (job.parent === undefined) this.#running++;
    else this.#nested++;
    job.backendState = (job.parent === undefined ? "runs" : "nested") satisfies JobState;
    let value: unknown;
    try {
      value = job.run();
      if (isThenable(value)) {
        const promise = value instanceof Promise ? value : followThenable(value);
        promise.then(this.#returned.bind(this, job), this.#threw.bind(this, job));
        return;
      }
    } catch (thrown) {
      return this.#threw(job, thrown);
    }
    this.#returned(job, value);
  }

  #returned(job: ExecutionJob, value: unknown): void {
    if (this.#release(job)) job.settle({ type: "returned", value });
  }

  #threw(job: ExecutionJob, thrown: unknown): void {
    this.#release(job);
    // Also after the call ended: the job logs it.
    job.settle({ type: "threw", thrown });
  }

  /** Frees the slot of a running job; returns false if it was withdrawn. */
  #release(job: ExecutionJob): boolean {
    const state = stateOf(job);
    job.backendState = undefined;
    if (state === "abandoned") this.#abandoned--;
    if (state === "runs") this.#running--;
    else if (state === "nested") this.#nested--;
    else return false;
    this.#leave(job);
    return true;
  }

  /** Releases a job's claims and starts jobs that can run now. */
  #leave(job: ExecutionJob): void {
    if (job.claims !== undefined) this.#giveUpClaims(job);
    if (this.#next.size > 0 || this.#queue.size > 0) this.#advance();
  }

  #giveUpClaims(job: ExecutionJob): void {
    for (const next of this.#locks.leave(job)) this.#next.add(next);
  }

  /** A synchronous implementation re-enters here; the outermost call continues the loop. */
  #advance(): void {
    if (this.#advancing) return;
    this.#advancing = true;
    do {
      this.#startFrom(this.#next);
      this.#startFrom(this.#queue);
    } while (this.#hasSlot() && this.#next.size + this.#queue.size > 0);
    this.#advancing = false;
  }

  #startFrom(jobs: Set<ExecutionJob>): void {
    for (const job of jobs) {
      if (job.parent === undefined && !this.#hasSlot()) {
        // Queued jobs have no parent, and scanning a long queue after every call is quadratic.
        if (jobs === this.#queue) break;
        continue;
      }
      jobs.delete(job);
      // A job that cannot lock its resources queues for them and becomes a candidate again.
      if (this.#takeClaims(job)) this.#start(job);
    }
  }
}

function stateOf(job: ExecutionJob): JobState {
  return job.backendState as JobState;
}

/** How many nested thenables are followed. */
const maxThenables = 16;

/**
 * The outcome of a promise. Foreign thenables are followed by hand, because one that resolves to itself would loop
 * native promises indefinitely.
 */
export function followThenable(value: unknown, left: number = maxThenables): Promise<unknown> {
  if (value instanceof Promise || !isThenable(value)) return Promise.resolve(value);
  return new Promise((resolve, reject) => {
    const { then } = value;
    if (left === 0) throw new TypeError("The tool returned too many nested promises.");
    if (typeof then !== "function") return resolve(value);
    let isFollowed = false;
    const resolveNext = (next: unknown): void => {
      if (isFollowed) return;
      isFollowed = true;
      const rest = followThenable(next, left - 1);
      // No unhandled rejection if a thenable rejects first and resolves later.
      rest.catch(() => {});
      resolve(rest);
    };
    return Reflect.apply(then, value, [resolveNext, reject]);
  });
}
