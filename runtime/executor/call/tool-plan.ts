import { filterOf, type ToolAvailabilityContext } from "../../registry/tool-availability-context.js";
import type { ToolLookup } from "../../registry/tool-handle.js";
import { none } from "../../result/none.js";
import type { ToolResultInit } from "../../result/tool-outcome.js";
import type { ToolSpec } from "../../tool/tool-spec.js";
import type { AnyTool } from "../../tool/tool.js";
import { ToolValidationWarning } from "../../validation/tool-validation-warning.js";
import { judge, type PolicyVerdict } from "../approval/approval-policy.js";
import { longestDelay } from "../check-options.js";
import { compileClaims, type ClaimReader } from "../locks/resource-claim.js";
import { visibleText } from "../observe/visible-text.js";
import type { ResolvedOptions } from "../resolve-options.js";

/** Characters of an id that the log shows. */
const maxLabelLength = 200;

/** Everything about a tool that is the same for each of its calls through one executor. */
export interface ToolPlan {
  readonly tool: AnyTool;
  readonly spec: ToolSpec;
  /** The tool's id as the log shows it. */
  readonly label: string;
  /** Milliseconds. */
  readonly timeout: number;
  readonly retries: number;
  /** What the contract says of every result. */
  readonly stamp: ToolResultInit;
  /** The services of the tool's own project, where registries were merged. */
  readonly services: object | undefined;
  /** What is worth knowing about every call. */
  readonly warnings: readonly ToolValidationWarning[];
  /** Whether more than a valid input decides if a call may run: availability, paths, rules, hooks or an approver. */
  readonly isGuarded: boolean;
  /** What the policy says of calls at the tool's own risk. */
  readonly verdict: PolicyVerdict;
  /** Reads what a call claims; absent for tools that claim nothing. */
  readonly claims: ClaimReader | undefined;
  /** Whether the surroundings allow the tool, with the workspace that a call may bring along; absent if any do. */
  readonly isOffered: ((workspacePath: string | undefined) => boolean) | undefined;
}

/** Works out the plan of a tool. */
export function planTool(tool: AnyTool, options: ResolvedOptions, registry: ToolLookup): ToolPlan {
  const { spec } = tool.contract;
  const { kind, result, deprecated, timeout } = spec;
  const { display, mimeType, maxDataLength } = result;
  const verdict = judge(options.policy, spec, spec.risk);
  return {
    tool,
    spec,
    label: visibleText(spec.id, maxLabelLength),
    stamp: { kind, display, mimeType, maxDataLength },
    services: registry.getTool(spec.id)?.services,
    warnings: deprecated ? [ToolValidationWarning.deprecatedTool(spec.id, deprecated)] : none,
    timeout:
      timeout !== undefined && timeout >= 1 && timeout <= longestDelay ? timeout : options.executionTimeout,
    retries: spec.hints?.idempotent === true ? options.retries : 0,
    isGuarded: verdict !== "run" || options.availability !== undefined || judgesCalls(tool),
    verdict,
    claims: compileClaims(spec.concurrency),
    isOffered: options.availability && offerOf(spec, options.availability, registry),
  };
}

/** Whether the manifest or the implementation judges calls beyond the schema. */
function judgesCalls(tool: AnyTool): boolean {
  const { rules, paths } = tool.contract.spec;
  return (
    rules !== undefined ||
    paths !== undefined ||
    tool.isAvailable !== undefined ||
    tool.validate !== undefined ||
    tool.getEffectiveRiskLevel !== undefined
  );
}

function offerOf(
  spec: ToolSpec,
  context: ToolAvailabilityContext,
  registry: ToolLookup,
): (workspacePath: string | undefined) => boolean {
  const always = filterOf(context, registry)(spec);
  const inWorkspace = filterOf({ ...context, hasWorkspace: true }, registry)(spec);
  return (workspacePath) => always || (workspacePath !== undefined && inWorkspace);
}
