import { randomUUID } from "node:crypto";
import type { ExecutionJob } from "@toolkiln/runtime";
import type { QueueBackendOptions } from "./queue-backend-options.js";

/** A call on its way to a worker and back. */
export class Submission {
  readonly call: ExecutionJob;
  readonly queue: string;
  readonly tenant: string;
  readonly priority: number;
  /** Calls with different keys take turns. */
  readonly turnKey: string;
  readonly startTime: number = performance.now();
  /** Counts the runs that the executor asks for; from the second on, the outcome of the one before is replaced. */
  readonly attempt: number;
  /** The id of the job; that of an earlier one when the same call was submitted before. */
  job: string = randomUUID();
  /** Whether the row may be in the database. */
  isSent = false;
  /** Whether its tool is known to run. */
  hasBegun = false;
  isWithdrawn = false;

  /** Throws for names that the tables cannot hold. */
  constructor(call: ExecutionJob, { toolset = "default", tenant, priority }: QueueBackendOptions) {
    this.call = call;
    this.queue = typeof toolset === "string" ? toolset : toolset(call.toolId);
    this.tenant = (tenant === undefined ? call.sessionId : tenant(call)) ?? "";
    this.priority = Math.round(priority?.(call) ?? 0);
    this.turnKey = `${this.queue}\n${this.priority}\n${this.tenant}`;
    this.attempt = call.backendNote instanceof Submission ? call.backendNote.attempt + 1 : 1;
    call.backendNote = this;
    const { executionId, sessionId } = call;
    for (const [name, text = ""] of Object.entries({ executionId, sessionId, tenant: this.tenant })) {
      // PostgreSQL stores neither NUL nor half a surrogate pair.
      if (text.length <= 200 && !/\0|\p{Surrogate}/u.test(text)) continue;
      throw new RangeError(`The ${name} cannot be stored: use at most 200 characters of valid text.`);
    }
  }
}
