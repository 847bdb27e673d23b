import { isRiskLevel, riskLevels } from "../tool/risk-level.js";
import type { ToolExecutorOptions } from "./executor-options.js";

/** Longest delay that a timer takes; a longer one would fire at once. */
export const longestDelay = 2_147_483_647;

/** Throws for options that cannot be meant, because a limit that silently does not hold is worse than none. */
export function checkOptions(options: ToolExecutorOptions): void {
  checkDuration("executionTimeout", options.executionTimeout, 1);
  checkDuration("approvalTimeout", options.approvalTimeout, 1);
  checkDuration("retryDelay", options.retryDelay, 0);
  checkCount("maxConcurrentExecutions", options.maxConcurrentExecutions, 1);
  checkCount("maxQueueLength", options.maxQueueLength, 0);
  checkCount("retries", options.retries, 0);
  checkPolicy(options);
  for (const name of ["approve", "audit"] as const) {
    if (options[name] !== undefined && typeof options[name] !== "function") {
      throw new TypeError(`${name} must be a function, got ${show(options[name])}.`);
    }
  }
}

/** Throws unless a duration is one that a timer can take. */
export function checkDuration(name: string, value: unknown, least: 0 | 1): void {
  if (value === undefined) return;
  if (typeof value !== "number" || !(value >= least) || value > longestDelay) {
    const wanted = `a number of milliseconds from ${least} to ${longestDelay}`;
    throw new RangeError(`${name} must be ${wanted}, got ${show(value)}.`);
  }
}

function checkCount(name: string, value: unknown, least: 0 | 1): void {
  if (value === undefined) return;
  if (!Number.isSafeInteger(value) || Number(value) < least) {
    throw new RangeError(`${name} must be a whole number of at least ${least}, got ${show(value)}.`);
  }
}

function checkPolicy({ policy }: ToolExecutorOptions): void {
  if (policy === undefined) return;
  const { autoApproveUpTo } = policy;
  if (autoApproveUpTo !== undefined && !isRiskLevel(autoApproveUpTo)) {
    const levels = riskLevels.join(", ");
    throw new RangeError(`policy.autoApproveUpTo must be one of ${levels}, got ${show(autoApproveUpTo)}.`);
  }
  for (const list of ["allow", "deny"] as const) {
    const ids: unknown = policy[list];
    if (ids !== undefined && !(Array.isArray(ids) && ids.every((id) => typeof id === "string"))) {
      throw new TypeError(`policy.${list} must be a list of tool ids, got ${show(ids)}.`);
    }
  }
}

function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
