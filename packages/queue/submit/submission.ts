import { randomUUID } from "node:crypto";
import type { ExecutionJob } from "@toolkiln/runtime";
import type { QueueBackendOptions } from "./queue-backend-options.js";

/** A call that is queued or about to be. */
export class Submission {
  readonly call: ExecutionJob;
  readonly queue: string;
  readonly tenant: string;
  readonly priority: number;
  /** Calls with different keys take turns. */
  readonly turnKey: string;
  readonly startTime: number = performance.now();
  /** The number of the attempt; a retry replaces the outcome of the previous attempt. */
  readonly attempt: number;
  /** The job id; if the same call was submitted before, the id of the existing job. */
  job: string = randomUUID();
  /** Whether the row may be in the database. */
  isSent = false;
  /** Whether the tool is known to have started. */
  hasStarted = false;
  isWithdrawn = false;

  /** Throws for ids that are too long or that PostgreSQL cannot store. */
  constructor(call: ExecutionJob, { toolset = "default", tenant, priority }: QueueBackendOptions) {
    this.call = call;
    this.queue = typeof toolset === "string" ? toolset : toolset(call.toolId);
    this.tenant = (tenant === undefined ? call.sessionId : tenant(call)) ?? "";
    this.priority = Math.round(priority?.(call) ?? 0);
    this.turnKey = `${this.queue}\n${this.priority}\n${this.tenant}`;
    this.attempt = call.backendState instanceof Submission ? call.backendState.attempt + 1 : 1;
    call.backendState = this;
    const { executionId, sessionId } = call;
    for (const [name, text = ""] of Object.entries({ executionId, sessionId, tenant: this.tenant })) {
      // PostgreSQL cannot store NUL or unpaired surrogates.
      if (text.length <= 200 && !/\0|\p{Surrogate}/u.test(text)) continue;
      throw new RangeError(
        `Invalid ${name}: use at most 200 characters, without NUL and unpaired surrogates.`,
      );
    }
  }
}
