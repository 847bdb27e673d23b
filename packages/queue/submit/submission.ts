import { randomUUID } from "node:crypto";
import type { ExecutionJob } from "@toolkiln/runtime";

/** Which queue a call goes to, and its place there. */
export type SubmissionPlace = Pick<Submission, "queue" | "tenant" | "priority">;

/** A call on its way to a worker and back. */
export class Submission {
  readonly call: ExecutionJob;
  readonly queue: string;
  readonly tenant: string;
  readonly priority: number;
  readonly startTime: number = performance.now();
  /** Counts the runs that the executor asks for; from the second on, what the first came to is replaced. */
  readonly attempt: number;
  /** The id of the job; that of an earlier one when the same call was submitted before. */
  job: string = randomUUID();
  /** Whether the row may be in the database. */
  isSent = false;
  /** Whether its tool is known to run. */
  hasBegun = false;
  isWithdrawn = false;

  constructor(call: ExecutionJob, { queue, tenant, priority }: SubmissionPlace) {
    this.call = call;
    this.queue = queue;
    this.tenant = tenant;
    this.priority = priority;
    this.attempt = call.backendNote instanceof Submission ? call.backendNote.attempt + 1 : 1;
    call.backendNote = this;
  }
}
