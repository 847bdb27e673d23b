import type { ToolAvailabilityContext } from "../registry/tool-availability-context.js";
import { isRiskLevel, riskLevels } from "../tool/risk-level.js";
import type { ApprovalOptions } from "./approval/approval.js";
import type { ApprovalPolicy } from "./approval/approval-policy.js";
import type { ToolExecutorOptions } from "./executor-options.js";
import { isStringArray } from "../validation/value-type.js";
import { ownValue } from "../validation/own-value.js";

/** Longest delay that a timer takes; a longer one would fire at once. */
export const longestDelay = 2_147_483_647;

/** Throws for a value that an option cannot have. */
type Check = (value: unknown, name: string) => void;

/** Checks for everything that can be set; the compiler sees to it that none is forgotten. */
type Checks<Options> = Readonly<Record<keyof Options, Check>>;

const anything: Check = () => {};
const aFunction = must("a function", (value) => typeof value === "function", TypeError);
const list = must("a list of names", isStringArray, TypeError);

const listOrSet: Check = (value, name) => list(value instanceof Set ? [...value] : value, name);

const policy: Checks<ApprovalPolicy> = {
  autoApproveUpTo: must(`one of ${riskLevels.join(", ")}`, isRiskLevel),
  allow: list,
  deny: list,
};

const approvals: Checks<ApprovalOptions> = { key: anything, store: anything };

const availability: Checks<ToolAvailabilityContext> = {
  hasWorkspace: anything,
  workspacePath: anything,
  hasTerminal: anything,
  hasEditor: anything,
  hasGitRepository: anything,
  capabilities: listOrSet,
  enabledToolIds: listOrSet,
  disabledToolIds: listOrSet,
  maxRiskLevel: anything,
  includedCategories: listOrSet,
  excludedCategories: listOrSet,
  requiredTags: listOrSet,
};

const options: Checks<ToolExecutorOptions> = {
  executionTimeout: duration(1),
  maxConcurrentExecutions: count(1),
  maxQueueLength: count(0),
  approve: aFunction,
  approvalTimeout: duration(1),
  approvals: group(approvals),
  policy: group(policy),
  availability: group(availability),
  paths: anything,
  lenient: anything,
  validateResults: anything,
  retries: count(0),
  retryDelay: duration(0),
  backend: anything,
  callScope: anything,
  logger: anything,
  logParameters: anything,
  logResults: anything,
  audit: aFunction,
  tracer: anything,
};

/** Throws for options that cannot be meant, because a limit that silently does not hold is worse than none. */
export function checkOptions(given: ToolExecutorOptions): void {
  group(options)(given, "");
}

/** Throws unless a duration is one that a timer can take. */
export function checkDuration(name: string, value: unknown, least: 0 | 1): void {
  duration(least)(value, name);
}

/** Checks what is set; a misspelt option would silently be none. */
function group(checks: Readonly<Record<string, Check>>): Check {
  return (given, name) => {
    const place = name && `${name}.`;
    for (const [key, value] of Object.entries(given ?? {})) {
      const check = ownValue(checks, key);
      if (check === undefined) {
        const known = Object.keys(checks).join(", ");
        throw new TypeError(`There is no option '${place}${key}'. There are: ${known}.`);
      }
      if (value !== undefined) check(value, place + key);
    }
  };
}

function duration(least: 0 | 1): Check {
  return must(
    `a number of milliseconds from ${least} to ${longestDelay}`,
    (value) => typeof value === "number" && value >= least && value <= longestDelay,
  );
}

function count(least: 0 | 1): Check {
  return must(
    `a whole number of at least ${least}`,
    (value) => Number.isSafeInteger(value) && Number(value) >= least,
  );
}

function must(
  wanted: string,
  isRight: (value: unknown) => boolean,
  Problem: typeof RangeError | typeof TypeError = RangeError,
): Check {
  return (value, name) => {
    if (!isRight(value)) throw new Problem(`${name} must be ${wanted}, got ${show(value)}.`);
  };
}

function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
