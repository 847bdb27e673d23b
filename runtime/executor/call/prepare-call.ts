import { none } from "../../result/none.js";
import { ToolResult } from "../../result/tool-result.js";
import { higherRisk, isRiskLevel, type RiskLevel } from "../../tool/risk-level.js";
import type { RuleSpec } from "../../tool/tool-spec.js";
import type { InputCheck, MaybePromise } from "../../tool/tool-contract.js";
import type { AnyTool } from "../../tool/tool.js";
import type { ToolValidationError } from "../../validation/tool-validation-error.js";
import type { ToolValidationWarning } from "../../validation/tool-validation-warning.js";
import { clone, withoutInjected } from "../observe/copy-parameters.js";
import { resolvePaths, type ResolvedPaths } from "./resolve-paths.js";
import type { ToolCall } from "./tool-call.js";
import type { ToolPlan } from "./tool-plan.js";

/** A call before the decision to run it. Running and inspecting a call both start from it. */
export interface CallAssessment {
  /** Why the call cannot run; undefined if it can. */
  readonly refusal: Refusal | undefined;
  /** The tool's parameters; the caller's input if that is invalid. */
  readonly params: unknown;
  /** The same with workspace-relative paths, for people to read. */
  readonly displayed: unknown;
  /** The validated input before transforms and path resolution; if guarded, without injected values. */
  readonly input: unknown;
  /** What the caller sent. */
  readonly sent: unknown;
  readonly risk: RiskLevel;
  readonly warnings: readonly ToolValidationWarning[];
}

/** Why a call cannot run. */
export interface Refusal {
  readonly status: "invalid" | "unavailable";
  readonly errors: readonly ToolValidationError[];
}

/** Everything before the policy: availability, validation, canonical paths, effective risk. */
export function prepareCall(call: ToolCall, plan: ToolPlan, input: unknown): MaybePromise<CallAssessment> {
  if (plan.isGuarded) return prepareGuarded(call, plan, input);
  const checked = checkInput(call, plan, input);
  return "valid" in checked ? fromCheck(plan, input, checked) : afterCheck(plan, input, checked);
}

/** Accepts or refuses a call; returns whether it was accepted. */
export function acceptCall(call: ToolCall, prepared: CallAssessment): boolean {
  if (call.hasEnded) return false;
  if (prepared.refusal === undefined) {
    call.parameters = prepared.params;
    call.input = prepared.input;
    call.warnings = prepared.warnings;
    call.risk = prepared.risk;
    return true;
  }
  const { status, errors } = prepared.refusal;
  const result =
    status === "invalid"
      ? ToolResult.validationFailed({ errors: call.approval === "edited" ? errors.map(inEdit) : errors })
      : ToolResult.notAvailable(errors[0]?.message ?? "");
  call.refuse(status, result);
  return false;
}

function inEdit(error: ToolValidationError): ToolValidationError {
  return { ...error, message: `The approver's edit is invalid: ${error.message}` };
}

function checkInput(call: ToolCall, { tool }: ToolPlan, input: unknown): MaybePromise<InputCheck<unknown>> {
  return tool.contract.checkInput(input, call.options.inject, call.host.options);
}

/** A separate function, because an async caller would cost every call a promise. */
async function afterCheck(
  plan: ToolPlan,
  sent: unknown,
  checked: Promise<InputCheck<unknown>>,
): Promise<CallAssessment> {
  return fromCheck(plan, sent, await checked);
}

function fromCheck({ spec }: ToolPlan, sent: unknown, checked: InputCheck<unknown>): CallAssessment {
  const { risk } = spec;
  if (!checked.valid) return refused({ status: "invalid", errors: checked.errors }, sent, risk);
  const { params, input = params, warnings } = checked;
  return { refusal: undefined, params, displayed: params, input, sent, risk, warnings };
}

function refused(refusal: Refusal, sent: unknown, risk: RiskLevel): CallAssessment {
  return { refusal, params: sent, displayed: sent, input: sent, sent, risk, warnings: none };
}

/** Prepares a call that needs more than its schema: availability, path policy, hooks, rules. */
async function prepareGuarded(call: ToolCall, plan: ToolPlan, input: unknown): Promise<CallAssessment> {
  const { tool, spec } = plan;
  const message = await whyUnavailable(plan, call.options.workspacePath);
  if (message !== undefined) {
    const error = { parameterName: "toolId", message, errorCode: "not_available" };
    return refused({ status: "unavailable", errors: [error] }, input, spec.risk);
  }
  const prepared = fromCheck(plan, input, await checkInput(call, plan, input));
  if (prepared.refusal !== undefined) return prepared;
  const resolved = await resolvePaths(
    prepared.params,
    spec,
    call.host.options.paths,
    call.options.workspacePath,
  );
  const { params, displayed } = resolved;
  // The tool's hook sees paths only after the policy has accepted them.
  const own = resolved.errors.length > 0 ? undefined : await tool.validate?.(params);
  const errors = own?.isValid === false ? own.errors : resolved.errors;
  const rules = await matchingRules(tool, prepared.params, resolved);
  return {
    ...prepared,
    refusal: own?.isValid === false || errors.length > 0 ? { status: "invalid", errors } : undefined,
    params,
    displayed,
    input: clone(withoutInjected(prepared.input, spec)),
    risk: await effectiveRisk(tool, resolved, rules),
    warnings: [...prepared.warnings, ...(own?.warnings ?? none), ...warningsOf(rules)],
  };
}

/** The effective risk: the manifest's, raised by rules and by the tool; critical when the tool's hook throws. */
async function effectiveRisk(
  tool: AnyTool,
  { params, errors }: ResolvedPaths,
  rules: readonly RuleSpec[],
): Promise<RiskLevel> {
  let { risk }: { risk: RiskLevel } = tool.contract.spec;
  for (const rule of rules) if (rule.risk !== undefined) risk = higherRisk(risk, rule.risk);
  if (tool.getEffectiveRiskLevel === undefined || errors.length > 0) return risk;
  try {
    const own: unknown = await tool.getEffectiveRiskLevel(params);
    return higherRisk(risk, isRiskLevel(own) ? own : "critical");
  } catch {
    return "critical";
  }
}

/**
 * The rules that match any form of the call's paths (canonical, relative, as written, lower case), in the manifest's
 * order. Rules only raise the risk, so matching every form is safe.
 */
async function matchingRules(
  { contract }: AnyTool,
  written: unknown,
  { params, displayed, folded }: ResolvedPaths,
): Promise<readonly RuleSpec[]> {
  const { rules } = contract.spec;
  if (rules === undefined) return none;
  const forms = [...new Set([params, displayed, written, folded])];
  const matched = new Set((await Promise.all(forms.map(async (form) => contract.matchRules(form)))).flat());
  return rules.filter((rule) => matched.has(rule));
}

/** Warnings of rules for the approver. */
function warningsOf(rules: readonly RuleSpec[]): readonly ToolValidationWarning[] {
  return rules.flatMap(({ warn }) =>
    warn === undefined
      ? []
      : [{ parameterName: warn.parameter ?? "", message: warn.message, warningCode: warn.code }],
  );
}

async function whyUnavailable(
  { tool, spec, isOffered }: ToolPlan,
  workspacePath: string | undefined,
): Promise<string | undefined> {
  if (isOffered?.(workspacePath) === false) return `The executor does not offer ${spec.name} for this call.`;
  if (tool.isAvailable === undefined) return undefined;
  try {
    const answer: unknown = await tool.isAvailable();
    return answer === true ? undefined : `${spec.name} is not available.`;
  } catch {
    return `${spec.name} is not available: its availability check failed.`;
  }
}
