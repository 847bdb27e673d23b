import { workspaceProblem } from "../context/lexical-path.js";
import type { ToolAvailabilityContext } from "../registry/tool-availability-context.js";
import { isRiskLevel, riskLevels } from "../tool/risk-level.js";
import type { ApprovalOptions, ApprovalPolicy } from "./approval/approval.js";
import type { CallDefaults, ToolExecutorOptions } from "./executor-options.js";
import { describeValue } from "../validation/describe-value.js";
import { isBoolean, isString, isStringArray } from "../validation/value-type.js";

/** Longest delay of a timer; a longer one would fire at once. */
export const longestDelay = 2_147_483_647;

/** Throws for an invalid option value; returns a valid one. */
type Check = (value: unknown, name: string) => unknown;

/** A check for every option; the compiler reports a missing one. */
type Checks<Options> = Readonly<Record<keyof Options, Check>>;

const aFunction = must("a function", (value) => typeof value === "function");
const aBoolean = must("true or false", isBoolean);
const aRisk = must(`one of ${riskLevels.join(", ")}`, isRiskLevel, RangeError);
const aPath = must("a path", isString);
const names = must("a list of names", isStringArray);
const settings = must("an object with options", isSettings);
const bytes = must(
  "a string or Uint8Array that is not empty",
  (value) => (typeof value === "string" || value instanceof Uint8Array) && value.length > 0,
);

/** Copied, so that later changes to the list have no effect. */
const list: Check = (value, name) => structuredClone(names(value, name));
const listOrSet: Check = (value, name) => list(value instanceof Set ? [...value] : value, name);

const policy: Checks<ApprovalPolicy> = {
  autoApproveUpTo: aRisk,
  allow: list,
  deny: list,
};

const approvals: Checks<ApprovalOptions> = {
  // Copied, like a list.
  key: (value, name) => structuredClone(bytes(value, name)),
  store: having("put", "take", "get", "list"),
};

const availability: Checks<ToolAvailabilityContext> = {
  hasWorkspace: aBoolean,
  workspacePath: aPath,
  hasTerminal: aBoolean,
  hasEditor: aBoolean,
  hasGitRepository: aBoolean,
  capabilities: listOrSet,
  enabledToolIds: listOrSet,
  disabledToolIds: listOrSet,
  maxRiskLevel: aRisk,
  includedCategories: listOrSet,
  excludedCategories: listOrSet,
  requiredTags: listOrSet,
};

/** For a single call, an invalid path fails that call instead. */
const aWorkspacePath: Check = (value, name) => {
  const problem = workspaceProblem(String(aPath(value, name)));
  if (problem !== undefined) throw new TypeError(problem);
  return value;
};

const values = must("an object with values", isSettings);

const defaults: Checks<CallDefaults> = {
  // Rejects a promise: a forgotten `await` is a common mistake.
  services: must("an object with services", (value) => isSettings(value) || hasMethods(value, ["get"])),
  inject: values,
  workspacePath: aWorkspacePath,
  workspace: must("a workspace from `await Workspace.open(path)`", (value) =>
    isString(Reflect.get(Object(value) as object, "root")),
  ),
  sessionId: must("a string", isString),
  metadata: values,
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
  paths: having("resolve"),
  lenient: aBoolean,
  validateResults: aBoolean,
  retries: count(0),
  retryDelay: duration(0),
  backend: having("submit", "withdraw", "dispose"),
  callScope: having("run", "getStore"),
  logger: having("info", "warn", "error"),
  logParameters: aBoolean,
  logResults: aBoolean,
  audit: aFunction,
  tracer: having("startSpan"),
  ...defaults,
};

/** Throws on invalid options, because a limit that is silently ignored is worse than none. Returns a copy. */
export function checkOptions(given: ToolExecutorOptions): ToolExecutorOptions {
  return group(options)(given, "") as ToolExecutorOptions;
}

/** The same for the defaults of a view. */
export function checkDefaults(given: CallDefaults): CallDefaults {
  return group(defaults)(given, "") as CallDefaults;
}

/**
 * Rejects unknown options, which would silently have no effect. Reads known ones by name, since they may be inherited
 * or computed.
 */
function group(checks: Readonly<Record<string, Check>>): Check {
  return (given, name) => {
    const place = name && `${name}.`;
    for (const key of Object.keys(settings(given, name || "options") as object)) {
      if (Object.hasOwn(checks, key)) continue;
      const known = Object.keys(checks).join(", ");
      throw new TypeError(`Unknown option '${place}${key}'. Known options: ${known}.`);
    }
    const checked = Object.entries(checks).flatMap(([key, check]) => {
      const value: unknown = Reflect.get(given as object, key);
      return value === undefined ? [] : [[key, check(value, place + key)] as const];
    });
    return Object.fromEntries(checked);
  };
}

/** Rejects built-in objects: a `Map` of options would count as empty. */
function isSettings(value: unknown): boolean {
  return Object.prototype.toString.call(value) === "[object Object]";
}

/** Any object with these methods. */
function having(...methods: readonly string[]): Check {
  return must(`an object with the methods ${methods.join(", ")}`, (value) => hasMethods(value, methods));
}

function hasMethods(value: unknown, methods: readonly string[]): boolean {
  return methods.every((name) => typeof Reflect.get(Object(value) as object, name) === "function");
}

/** A duration that a timer can take. */
export function duration(least: 0 | 1): Check {
  return must(
    `a number of milliseconds from ${least} to ${longestDelay}`,
    (value) => typeof value === "number" && value >= least && value <= longestDelay,
    RangeError,
  );
}

function count(least: 0 | 1): Check {
  return must(
    `a whole number of at least ${least}`,
    (value) => Number.isSafeInteger(value) && Number(value) >= least,
    RangeError,
  );
}

function must(
  wanted: string,
  isRight: (value: unknown) => boolean,
  Problem: typeof RangeError | typeof TypeError = TypeError,
): Check {
  return (value, name) => {
    if (!isRight(value)) throw new Problem(`${name} must be ${wanted}, got ${describeValue(value)}.`);
    return value;
  };
}
