import type { ExecutionJob } from "@toolkiln/runtime";
import type { QueueConnection } from "../database/queue-database.js";

/** How calls are submitted. */
export interface QueueBackendOptions extends QueueConnection {
  /** The toolset whose workers run the calls, or a function that chooses it by the tool. @default "default" */
  readonly toolset?: string | ((toolId: string) => string);
  /** Whose call it is: tenants take turns, however many calls each of them has. @default the session */
  readonly tenant?: (call: ExecutionJob) => string | undefined;
  /** Calls of a higher priority run first, whoever's they are. @default 0 */
  readonly priority?: (call: ExecutionJob) => number;
  /** Calls that may wait in a queue; further ones are rejected. @default 10,000 */
  readonly maxQueueLength?: number;
  /** While the database cannot be reached, calls wait until their time is up, or fail. @default "wait" */
  readonly whenUnavailable?: "wait" | "fail";
  /** Seconds without a sign of life after which a worker counts as lost, at least 10. @default 20 */
  readonly heartbeatSeconds?: number;
  /** How often an idempotent call whose worker was lost runs again. @default 2 */
  readonly lostRetries?: number;
}

/** Throws unless an option is a whole number that is large enough. */
export function checkWhole(name: string, value: number | undefined, least: number): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= least)) return;
  throw new RangeError(`\`${name}\` is ${value}: use a whole number, at least ${least}.`);
}
