import { presentFields } from "../result/present-fields.js";
import { checkOptions } from "./check-options.js";
import type { ToolExecutorOptions } from "./executor-options.js";

const defaults = {
  executionTimeout: 120_000,
  maxConcurrentExecutions: 3,
  maxQueueLength: 10_000,
  approvalTimeout: 300_000,
  approvals: {},
  policy: {},
  lenient: false,
  retries: 0,
  retryDelay: 100,
};

/** Options in which what was left open is decided. */
export type SettledOptions = ToolExecutorOptions & Required<Pick<ToolExecutorOptions, keyof typeof defaults>>;

/**
 * Checks options and decides what they leave open. Later changes do not reach them: a limit, a list or a key that
 * changes would hold for some calls and not for others.
 */
export function settleOptions(options: ToolExecutorOptions): SettledOptions {
  checkOptions(options);
  const settled: SettledOptions = { ...defaults, ...presentFields(options) };
  const { approvals, policy, availability } = settled;
  const { key } = approvals;
  if (key?.length === 0) throw new RangeError("approvals.key must not be empty.");
  return {
    ...settled,
    approvals: { ...approvals, ...(typeof key === "object" && { key: new Uint8Array(key) }) },
    policy: structuredClone(policy),
    ...(availability && { availability: structuredClone(availability) }),
  };
}
