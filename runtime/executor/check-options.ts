import { isRiskLevel, riskLevels } from "../tool/risk-level.js";
import type { ToolExecutorOptions } from "./executor-options.js";

/** Longest delay that a timer takes; a longer one would fire at once. */
export const longestDelay = 2_147_483_647;

/** Throws for options that cannot be meant, because a limit that silently does not hold is worse than none. */
export function checkOptions(options: ToolExecutorOptions): void {
  const { autoApproveUpTo, ...lists } = options.policy ?? {};
  checkDuration("executionTimeout", options.executionTimeout, 1);
  checkDuration("approvalTimeout", options.approvalTimeout, 1);
  checkDuration("retryDelay", options.retryDelay, 0);
  checkCount("maxConcurrentExecutions", options.maxConcurrentExecutions, 1);
  checkCount("maxQueueLength", options.maxQueueLength, 0);
  checkCount("retries", options.retries, 0);
  const levels = `one of ${riskLevels.join(", ")}`;
  check("policy.autoApproveUpTo", autoApproveUpTo, isRiskLevel(autoApproveUpTo), levels);
  for (const name of ["allow", "deny"] as const) {
    const ids: unknown = lists[name];
    const isList = Array.isArray(ids) && ids.every((id) => typeof id === "string");
    check(`policy.${name}`, ids, isList, "a list of tool ids", TypeError);
  }
  for (const name of ["approve", "audit"] as const) {
    check(name, options[name], typeof options[name] === "function", "a function", TypeError);
  }
}

/** Throws unless a duration is one that a timer can take. */
export function checkDuration(name: string, value: unknown, least: 0 | 1): void {
  const isDuration = typeof value === "number" && value >= least && value <= longestDelay;
  check(name, value, isDuration, `a number of milliseconds from ${least} to ${longestDelay}`);
}

function checkCount(name: string, value: unknown, least: 0 | 1): void {
  const isCount = Number.isSafeInteger(value) && Number(value) >= least;
  check(name, value, isCount, `a whole number of at least ${least}`);
}

/** Throws for an option that is given and not right. */
function check(
  name: string,
  value: unknown,
  isRight: boolean,
  wanted: string,
  Problem: typeof RangeError | typeof TypeError = RangeError,
): void {
  if (value === undefined || isRight) return;
  throw new Problem(`${name} must be ${wanted}, got ${show(value)}.`);
}

function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
