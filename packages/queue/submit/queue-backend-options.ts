import type { ExecutionJob } from "@toolkiln/runtime";
import type { QueueConnection } from "../database/queue-database.js";

/** Options of a queue backend. */
export interface QueueBackendOptions extends QueueConnection {
  /** The toolset whose workers run the calls, or a function that chooses it by the tool. @default "default" */
  readonly toolset?: string | ((toolId: string) => string);
  /** The tenant of a call. Queued calls of different tenants take turns (fair scheduling). @default the session */
  readonly tenant?: (call: ExecutionJob) => string | undefined;
  /** Calls with a higher priority run first, across tenants. @default 0 */
  readonly priority?: (call: ExecutionJob) => number;
  /** The maximum number of waiting calls per queue; further calls are rejected. @default 10,000 */
  readonly maxQueueLength?: number;
  /** Whether calls wait until their timeout or fail at once while the database is unavailable. @default "wait" */
  readonly whenUnavailable?: "wait" | "fail";
  /** Seconds without a heartbeat after which a worker counts as lost, at least 10. @default 20 */
  readonly heartbeatSeconds?: number;
}

/** Throws unless an option is undefined or an integer of at least `minimum`. */
export function checkInteger(name: string, value: number | undefined, minimum: number): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= minimum)) return;
  throw new RangeError(`Invalid \`${name}\`: ${value}. Use an integer of at least ${minimum}.`);
}
