import type { ToolAvailabilityContext } from "../registry/tool-availability-context.js";
import { isRiskLevel, riskLevels } from "../tool/risk-level.js";
import type { ApprovalOptions } from "./approval/approval.js";
import type { ApprovalPolicy } from "./approval/approval-policy.js";
import type { ToolExecutorOptions } from "./executor-options.js";

/** Longest delay that a timer takes; a longer one would fire at once. */
export const longestDelay = 2_147_483_647;

/** The names of everything that can be set; the compiler sees to it that none is forgotten. */
type NamesOf<Options> = Readonly<Record<keyof Options, 1>>;

const optionNames: NamesOf<ToolExecutorOptions> = {
  executionTimeout: 1,
  maxConcurrentExecutions: 1,
  maxQueueLength: 1,
  approve: 1,
  approvalTimeout: 1,
  approvals: 1,
  policy: 1,
  availability: 1,
  paths: 1,
  lenient: 1,
  validateResults: 1,
  retries: 1,
  retryDelay: 1,
  backend: 1,
  callScope: 1,
  logger: 1,
  logParameters: 1,
  logResults: 1,
  audit: 1,
  tracer: 1,
};
const policyNames: NamesOf<ApprovalPolicy> = { autoApproveUpTo: 1, allow: 1, deny: 1 };
const approvalNames: NamesOf<ApprovalOptions> = { key: 1, store: 1 };
const availabilityNames: NamesOf<ToolAvailabilityContext> = {
  hasWorkspace: 1,
  workspacePath: 1,
  hasTerminal: 1,
  hasEditor: 1,
  hasGitRepository: 1,
  capabilities: 1,
  enabledToolIds: 1,
  disabledToolIds: 1,
  maxRiskLevel: 1,
  includedCategories: 1,
  excludedCategories: 1,
  requiredTags: 1,
};

/** Throws for options that cannot be meant, because a limit that silently does not hold is worse than none. */
export function checkOptions(options: ToolExecutorOptions): void {
  checkNames("", options, optionNames);
  checkNames("policy.", options.policy, policyNames);
  checkNames("approvals.", options.approvals, approvalNames);
  checkNames("availability.", options.availability, availabilityNames);
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

/** A misspelt option would silently be none. */
function checkNames(place: string, options: object | undefined, names: Readonly<Record<string, 1>>): void {
  const unknown = Object.keys(options ?? {}).find((name) => !Object.hasOwn(names, name));
  if (unknown === undefined) return;
  throw new TypeError(
    `There is no option '${place}${unknown}'. There are: ${Object.keys(names).join(", ")}.`,
  );
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
