import { mergeServices } from "../context/tool-services.js";
import type { ToolLookup } from "../registry/tool-handle.js";
import { nothing } from "../result/none.js";
import { presentFields } from "../result/present-fields.js";
import { toolMatcher } from "../tool/tool-matcher.js";
import { checkOptions } from "./check-options.js";
import type { CallDefaults, ExecuteOptions, ToolExecutorOptions } from "./executor-options.js";

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

/** Options with all defaults. */
export type ResolvedOptions = ToolExecutorOptions &
  Required<Pick<ToolExecutorOptions, keyof typeof defaults>>;

/** Checks options and fills in defaults. Later changes to the given object have no effect. */
export function resolveOptions(options: ToolExecutorOptions): ResolvedOptions {
  const checked = checkOptions(options);
  const paths = checked.paths ?? checked.workspace?.paths;
  return { ...defaults, ...checked, ...(paths !== undefined && { paths }) };
}

/** Shorter keys are easy to guess. */
const minKeyLength = 16;

/** Warnings about valid but suspicious options. */
export function optionWarnings(
  { approvals, policy, availability }: ResolvedOptions,
  { tools }: ToolLookup,
): string[] {
  const forbidden = [...(policy.deny ?? []), ...(availability?.disabledToolIds ?? [])];
  const warnings = forbidden
    .filter((name) => !tools.some(({ metadata }) => toolMatcher([name])(metadata)))
    .map((name) => `Unknown tool '${name}' in policy.deny or disabledToolIds. Is it a typo?`);
  if ((approvals.key?.length ?? minKeyLength) < minKeyLength) {
    warnings.push("approvals.key is too short to be secure. Use 32 random bytes.");
  }
  return warnings;
}

/** The defaults that views pass to calls: a workspace is replaced by its path. */
export type ResolvedDefaults = Omit<CallDefaults, "workspace">;

/** Reads defaults; a workspace sets the path. Undefined if there are none, so that calls have no overhead. */
export function readDefaults(given: CallDefaults): ResolvedDefaults | undefined {
  const { services, inject, sessionId, metadata, workspace, workspacePath = workspace?.root } = given;
  const defaults = presentFields({ services, inject, sessionId, metadata, workspacePath });
  return Object.keys(defaults).length === 0 ? undefined : defaults;
}

/** Merges options over defaults: services, injected values and metadata by name, others as a whole. */
export function withDefaults<Options extends ExecuteOptions>(
  defaults: ResolvedDefaults | undefined,
  options: Options,
): Options & ResolvedDefaults {
  if (defaults === undefined || (options as object) === nothing) return { ...defaults, ...options };
  const services = mergeServices(defaults.services, options.services);
  return {
    ...defaults,
    ...options,
    ...(services !== undefined && { services }),
    ...(defaults.inject && options.inject && { inject: { ...defaults.inject, ...options.inject } }),
    ...(defaults.metadata && options.metadata && { metadata: { ...defaults.metadata, ...options.metadata } }),
  };
}

/** The options that a nested call inherits. */
export function inheritedOptions(options: ExecuteOptions): ExecuteOptions {
  const { signal: _, executionId: _id, toolCallId: _call, onProgress: _listener, ...inherited } = options;
  return inherited;
}
