import { none } from "../../result/none.js";
import type { ToolResultInit } from "../../result/tool-outcome.js";
import type { ToolSpec } from "../../tool/tool-spec.js";
import type { AnyTool } from "../../tool/tool.js";
import { ToolValidationWarning } from "../../validation/tool-validation-warning.js";
import { judge } from "../approval/approval-policy.js";
import { longestDelay } from "../check-options.js";
import type { ClaimReader } from "../locks/resource-claim.js";
import type { SettledOptions } from "../settle-options.js";

/** Everything about a tool that is the same for each of its calls through one executor. */
export interface ToolPlan {
  readonly tool: AnyTool;
  readonly spec: ToolSpec;
  /** Milliseconds. */
  readonly timeout: number;
  readonly retries: number;
  /** What the contract says of every result. */
  readonly stamp: ToolResultInit;
  /** What is worth knowing about every call. */
  readonly warnings: readonly ToolValidationWarning[];
  /** Whether a valid input is all that a call needs before it may run. */
  simple: boolean;
  /** Absent until `completePlan` has seen the plan, and for tools that claim nothing. */
  claims: ClaimReader | undefined;
  /** Whether the surroundings allow the tool; depends on the workspace that a call may bring along. */
  isOffered: ((workspacePath: string | undefined) => boolean) | undefined;
}

/** Works out the plan of a tool, as far as simple calls need it. */
export function planTool(tool: AnyTool, options: SettledOptions): ToolPlan {
  const { spec } = tool.contract;
  const { kind, result, deprecated } = spec;
  const { display, mimeType, maxDataLength } = result;
  return {
    tool,
    spec,
    stamp: { kind, display, mimeType, maxDataLength },
    warnings: deprecated ? [ToolValidationWarning.deprecatedTool(spec.id, deprecated)] : none,
    timeout: isDuration(spec.timeout) ? spec.timeout : options.executionTimeout,
    retries: spec.hints?.idempotent === true ? options.retries : 0,
    simple: !spec.concurrency?.length && isSettledByInput(tool, options),
    claims: undefined,
    isOffered: undefined,
  };
}

/** Whether a valid input settles that a call may run. */
export function isSettledByInput(tool: AnyTool, options: SettledOptions): boolean {
  const { spec } = tool.contract;
  return (
    spec.rules === undefined &&
    spec.paths === undefined &&
    options.availability === undefined &&
    tool.isAvailable === undefined &&
    tool.validate === undefined &&
    tool.getEffectiveRiskLevel === undefined &&
    judge(options.policy, spec, spec.risk) === "run"
  );
}

function isDuration(value: number | undefined): value is number {
  return value !== undefined && value >= 1 && value <= longestDelay;
}
