import { filterOf, type ToolAvailabilityContext } from "../../registry/tool-availability-context.js";
import type { ToolLookup } from "../../registry/tool-handle.js";
import { none } from "../../result/none.js";
import { completeFields, type ResultFields, type ToolResultInit } from "../../result/tool-result.js";
import type { ToolSpec } from "../../tool/tool-spec.js";
import type { AnyTool } from "../../tool/tool.js";
import { ToolValidationWarning } from "../../validation/tool-validation-warning.js";
import { applyPolicy, type PolicyVerdict } from "../approval/approval.js";
import { longestDelay } from "../check-options.js";
import { compileClaims, type ClaimReader } from "../locks/resource-claim.js";
import { visibleText } from "../observe/log-text.js";
import type { ResolvedOptions } from "../resolve-options.js";

/** Maximum length of an id in the log. */
const maxLabelLength = 200;

/** Everything about a tool that all of its calls through one executor share. */
export interface ToolPlan {
  readonly tool: AnyTool;
  readonly spec: ToolSpec;
  /** The tool's id in the log. */
  readonly label: string;
  readonly timeout: number;
  readonly retries: number;
  /** The contract's result fields. */
  readonly init: ToolResultInit;
  /** The same, completed for tools that return only data. */
  readonly fields: ResultFields;
  /** The services of the tool's own project, from `withServices`. */
  readonly services: object | undefined;
  /** Warnings for every call. */
  readonly warnings: readonly ToolValidationWarning[];
  /** Whether more than the schema decides if a call may run: availability, paths, rules, hooks, approval. */
  readonly isGuarded: boolean;
  /** The policy's verdict at the tool's declared risk. */
  readonly verdict: PolicyVerdict;
  /** Reads the claims of a call; absent if it has none. */
  readonly claims: ClaimReader | undefined;
  /** Whether the tool is available, given the call's workspace; absent if it always is. */
  readonly isOffered: ((workspacePath: string | undefined) => boolean) | undefined;
}

/** Creates the plan of a tool. */
export function planTool(tool: AnyTool, options: ResolvedOptions, registry: ToolLookup): ToolPlan {
  const { spec } = tool.contract;
  const { kind, result, deprecated, timeout } = spec;
  const { display, mimeType, maxDataLength } = result;
  const init = { kind, display, mimeType, maxDataLength };
  const verdict = applyPolicy(options.policy, spec, spec.risk);
  return {
    tool,
    spec,
    label: visibleText(spec.id, maxLabelLength),
    init,
    fields: completeFields(init),
    services: registry.getTool(spec.id)?.services,
    warnings: deprecated ? [ToolValidationWarning.deprecatedTool(spec.id, deprecated)] : none,
    timeout:
      timeout !== undefined && timeout >= 1 && timeout <= longestDelay ? timeout : options.executionTimeout,
    retries: spec.hints?.idempotent === true ? options.retries : 0,
    isGuarded: verdict !== "run" || options.availability !== undefined || hasExtraChecks(tool),
    verdict,
    claims: compileClaims(spec.concurrency),
    isOffered: options.availability && availabilityCheck(spec, options.availability, registry),
  };
}

/** Whether rules, paths or hooks require checks beyond the schema. */
function hasExtraChecks(tool: AnyTool): boolean {
  const { rules, paths } = tool.contract.spec;
  return (
    rules !== undefined ||
    paths !== undefined ||
    tool.isAvailable !== undefined ||
    tool.validate !== undefined ||
    tool.getEffectiveRiskLevel !== undefined
  );
}

function availabilityCheck(
  spec: ToolSpec,
  context: ToolAvailabilityContext,
  registry: ToolLookup,
): (workspacePath: string | undefined) => boolean {
  const always = filterOf(context, registry)(spec);
  const inWorkspace = filterOf({ ...context, hasWorkspace: true }, registry)(spec);
  return (workspacePath) => always || (workspacePath !== undefined && inWorkspace);
}
