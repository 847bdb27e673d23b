import { filterOf, type ToolAvailabilityContext } from "../../registry/tool-availability-context.js";
import type { ToolResultInit } from "../../result/tool-outcome.js";
import type { ToolSpec } from "../../tool/tool-spec.js";
import type { AnyTool } from "../../tool/tool.js";
import { judge } from "../approval/approval-policy.js";
import { longestDelay } from "../check-options.js";
import type { ToolExecutorOptions } from "../executor-options.js";
import { compileClaims, type ClaimReader } from "../locks/resource-claim.js";

/** Everything about a tool that is the same for each of its calls through one executor. */
export interface ToolPlan {
  readonly tool: AnyTool;
  readonly spec: ToolSpec;
  /** Milliseconds. */
  readonly timeout: number;
  readonly retries: number;
  readonly claims: ClaimReader | undefined;
  /** What the contract says of every result. */
  readonly stamp: ToolResultInit;
  /** Whether the surroundings allow the tool; depends on the workspace that a call may bring along. */
  readonly isOffered: (workspacePath: string | undefined) => boolean;
  /** Whether a valid input is all that a call needs before it may run. */
  readonly simple: boolean;
}

/** Works out the plan of a tool. */
export function planTool(tool: AnyTool, options: ToolExecutorOptions): ToolPlan {
  const { spec } = tool.contract;
  const simple =
    spec.rules === undefined &&
    spec.paths === undefined &&
    options.availability === undefined &&
    tool.isAvailable === undefined &&
    tool.validate === undefined &&
    tool.getEffectiveRiskLevel === undefined &&
    judge(options.policy ?? {}, spec, spec.risk) === "run";
  const { kind, result } = spec;
  const { display, mimeType, maxDataLength } = result;
  return {
    tool,
    spec,
    stamp: { kind, display, mimeType, maxDataLength },
    timeout: isDuration(spec.timeout) ? spec.timeout : (options.executionTimeout ?? 120_000),
    retries: spec.hints?.idempotent === true ? (options.retries ?? 0) : 0,
    isOffered: offerOf(spec, options.availability),
    claims: compileClaims(spec.concurrency),
    simple,
  };
}

function offerOf(
  spec: ToolSpec,
  context: ToolAvailabilityContext | undefined,
): (workspacePath: string | undefined) => boolean {
  if (context === undefined) return () => true;
  const currentId = (name: string): string => {
    return name === spec.id || spec.renamedFrom?.includes(name) === true ? spec.id : name;
  };
  const always = filterOf(context, currentId)(spec);
  const inWorkspace = filterOf({ ...context, hasWorkspace: true }, currentId)(spec);
  return (workspacePath) => always || (workspacePath !== undefined && inWorkspace);
}

function isDuration(value: number | undefined): value is number {
  return value !== undefined && value >= 1 && value <= longestDelay;
}
