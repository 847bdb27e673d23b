import type { ToolLookup } from "../registry/tool-handle.js";
import { toolMatcher } from "../tool/tool-matcher.js";
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
  validateResults: true,
  retries: 0,
  retryDelay: 100,
};

/** Options with every default decided. */
export type ResolvedOptions = ToolExecutorOptions &
  Required<Pick<ToolExecutorOptions, keyof typeof defaults>>;

/** Checks options and fills in the defaults. Later changes to what was given do not reach them. */
export function resolveOptions(options: ToolExecutorOptions): ResolvedOptions {
  const checked = checkOptions(options);
  const paths = checked.paths ?? checked.workspace?.paths;
  return { ...defaults, ...checked, ...(paths !== undefined && { paths }) };
}

/** Characters or bytes of a key that are too few to be hard to guess. */
const shortKey = 16;

/** Options that are allowed but hardly meant, as lines for the log. */
export function optionWarnings(
  { approvals, policy, availability }: ResolvedOptions,
  { tools }: ToolLookup,
): string[] {
  const forbidden = [...(policy.deny ?? []), ...(availability?.disabledToolIds ?? [])];
  const warnings = forbidden
    .filter((name) => !tools.some(({ metadata }) => toolMatcher([name])(metadata)))
    .map((name) => `No tool is named '${name}', which is forbidden. Is it misspelt?`);
  if ((approvals.key?.length ?? shortKey) < shortKey) {
    warnings.push("approvals.key is short; 32 random bytes are hard to guess.");
  }
  return warnings;
}
