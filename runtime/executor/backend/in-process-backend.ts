import { isThenable } from "../../registry/listeners.js";
import { ResourceLocks } from "../locks/resource-locks.js";
import type { BackendActivity, ExecutionBackend, ExecutionJob } from "./execution-backend.js";
import { followThenable } from "./follow-thenable.js";

/** How much an in-process backend takes on. */
export interface InProcessLimits {
  readonly maxConcurrentExecutions: number;
  readonly maxQueueLength: number;
}

/** Where a job is: it waits, runs in a slot of its own, runs in its parent's, or ended before its implementation did. */
type Note = "waits" | "runs" | "nested" | "abandoned" | undefined;

/** Runs jobs in this process: a number of slots, and a queue in the order of arrival when they are taken. */
export class InProcessBackend implements ExecutionBackend {
  readonly #limits: InProcessLimits;
  readonly #locks = new ResourceLocks<ExecutionJob>();
  #running = 0;
  #nested = 0;
  #waiting = 0;
  #abandoned = 0;
  #advancing = false;
  // A set keeps the order of insertion and lets a cancelled job leave from the middle at no cost.
  readonly #line = new Set<ExecutionJob>();
  /** Jobs that left the line to wait for a resource and are next now that it is free. */
  readonly #next = new Set<ExecutionJob>();

  constructor(limits: InProcessLimits) {
    this.#limits = limits;
  }

  get activity(): BackendActivity {
    return { running: this.#running + this.#nested, waiting: this.#waiting, abandoned: this.#abandoned };
  }

  submit(job: ExecutionJob): void {
    const mayStart = job.parent !== undefined || (this.#hasSlot() && this.#line.size === 0);
    if (mayStart && this.#takesClaims(job)) return this.#start(job);
    const reason = this.#whyRejected(job);
    if (reason === undefined) return this.#wait(job, mayStart);
    this.#leave(job);
    job.settle({ type: "rejected", reason });
  }

  withdraw(job: ExecutionJob): void {
    if (this.#stopsWaiting(job)) {
      this.#line.delete(job);
      this.#next.delete(job);
      this.#leave(job);
    } else if (this.#release(job)) {
      job.backendNote = "abandoned" satisfies Note;
      this.#abandoned++;
    }
  }

  dispose(): Promise<void> {
    return Promise.resolve();
  }

  /** Why a job that cannot start may not wait either. */
  #whyRejected(job: ExecutionJob): string | undefined {
    const { maxQueueLength } = this.#limits;
    if (this.#waiting >= maxQueueLength) return `More than ${maxQueueLength} calls are waiting.`;
    const isStuck = job.parent !== undefined && this.#locks.waitsForItself(job);
    return isStuck ? "This call would wait for a call that waits for it." : undefined;
  }

  /** False when the job did not wait, or not any more. */
  #stopsWaiting(job: ExecutionJob): boolean {
    if (noteOf(job) !== "waits") return false;
    job.backendNote = undefined;
    this.#waiting--;
    return true;
  }

  #takesClaims(job: ExecutionJob): boolean {
    return job.claims === undefined || this.#locks.take(job);
  }

  #hasSlot(): boolean {
    return this.#running < this.#limits.maxConcurrentExecutions;
  }

  /** A job that waits for a resource stands in the resource's line, so that others can have the slot. */
  #wait(job: ExecutionJob, inResourceLine: boolean): void {
    job.backendNote = "waits" satisfies Note;
    this.#waiting++;
    if (!inResourceLine) this.#line.add(job);
  }

  #start(job: ExecutionJob): void {
    if (noteOf(job) === "waits") this.#waiting--;
    if (job.parent === undefined) this.#running++;
    else this.#nested++;
    job.backendNote = (job.parent === undefined ? "runs" : "nested") satisfies Note;
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
    // Also when the call has ended: the job logs it.
    job.settle({ type: "threw", thrown });
  }

  /** Frees the slot of a job that runs; false when it had been withdrawn. */
  #release(job: ExecutionJob): boolean {
    const note = noteOf(job);
    job.backendNote = undefined;
    if (note === "abandoned") this.#abandoned--;
    if (note === "runs") this.#running--;
    else if (note === "nested") this.#nested--;
    else return false;
    this.#leave(job);
    return true;
  }

  /** Gives up what a job claims, and starts whoever can start now. */
  #leave(job: ExecutionJob): void {
    if (job.claims !== undefined) this.#giveUpClaims(job);
    if (this.#next.size > 0 || this.#line.size > 0) this.#advance();
  }

  #giveUpClaims(job: ExecutionJob): void {
    for (const next of this.#locks.leave(job)) this.#next.add(next);
  }

  /** An implementation that returns at once comes back here before its start has returned; the outermost loop continues. */
  #advance(): void {
    if (this.#advancing) return;
    this.#advancing = true;
    do {
      this.#startFrom(this.#next);
      this.#startFrom(this.#line);
    } while (this.#hasSlot() && this.#next.size + this.#line.size > 0);
    this.#advancing = false;
  }

  #startFrom(jobs: Set<ExecutionJob>): void {
    for (const job of jobs) {
      if (job.parent === undefined && !this.#hasSlot()) {
        // Nobody in the line has a parent, and looking at all of a long one after every call takes the square of it.
        if (jobs === this.#line) break;
        continue;
      }
      jobs.delete(job);
      // One that cannot have its resources now stands in their line and comes back as a candidate.
      if (this.#takesClaims(job)) this.#start(job);
    }
  }
}

function noteOf(job: ExecutionJob): Note {
  return job.backendNote as Note;
}
