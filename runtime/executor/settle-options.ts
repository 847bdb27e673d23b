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

/** Checks options and decides what they leave open. Later changes do not reach them. */
export function settleOptions(options: ToolExecutorOptions): SettledOptions {
  return { ...defaults, ...checkOptions(options) };
}
