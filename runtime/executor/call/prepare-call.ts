import { none } from "../../result/none.js";
import { ToolResult } from "../../result/tool-result.js";
import { higherRisk, isRiskLevel, type RiskLevel } from "../../tool/risk-level.js";
import type { RuleSpec, ToolSpec } from "../../tool/tool-spec.js";
import type { AnyTool } from "../../tool/tool.js";
import type { ToolValidationError } from "../../validation/tool-validation-error.js";
import type { ToolValidationWarning } from "../../validation/tool-validation-warning.js";
import { clone, withoutInjected } from "../observe/copy-parameters.js";
import type { PathPolicy } from "../path-policy.js";
import type { ToolExecutionStatus } from "../tool-execution.js";
import { resolvePaths, type ResolvedPaths } from "./resolve-paths.js";
import type { ToolPlan } from "./tool-plan.js";

/** A call that may not run, and what to answer instead. */
export interface Refusal {
  readonly ok: false;
  readonly status: ToolExecutionStatus;
  readonly result: ToolResult;
}

/** A call that is valid, with everything that a policy and an approver need to know. */
export interface Prepared {
  readonly ok: true;
  /** What the tool will receive. */
  readonly params: unknown;
  /** The same with paths as seen from the workspace, for people to read. */
  readonly seen: unknown;
  /** What the tool's schema takes, before paths were resolved and without what the application supplies. */
  readonly input: unknown;
  /** What the caller sent. */
  readonly sent: unknown;
  readonly risk: RiskLevel;
  readonly warnings: readonly ToolValidationWarning[];
}

/** Where a call is prepared. */
export interface Surroundings {
  readonly paths: PathPolicy | undefined;
  readonly lenient: boolean;
  readonly workspacePath: string | undefined;
  readonly inject: object | undefined;
}

/** Everything that comes before the policy: availability, validation, canonical paths, effective risk. */
export async function prepareCall(
  plan: ToolPlan,
  input: unknown,
  surroundings: Surroundings,
): Promise<Prepared | Refusal> {
  const { tool, spec, simple } = plan;
  const unavailable = simple ? undefined : await whyUnavailable(plan, surroundings);
  if (unavailable !== undefined) {
    return { ok: false, status: "unavailable", result: ToolResult.notAvailable(unavailable) };
  }
  const checked = await tool.contract.checkInput(input, surroundings.inject, surroundings);
  if (!checked.valid) return invalid(checked.errors);
  const { params, warnings } = checked;
  const taken = withoutInjected(checked.input ?? params, spec);
  const { risk } = spec;
  const prepared: Prepared = { ok: true, params, seen: params, input: taken, sent: input, risk, warnings };
  // Where nothing but the input has a say, nothing more has to be waited for.
  return simple ? prepared : judgeParams(plan, { ...prepared, input: clone(taken) }, surroundings);
}

/** Asks whoever has a say beside the schema: the path policy, the tool itself and the rules. */
async function judgeParams(
  { tool, spec }: ToolPlan,
  prepared: Prepared,
  surroundings: Surroundings,
): Promise<Prepared | Refusal> {
  const resolved = await resolvePaths(prepared.params, spec, surroundings);
  const { errors, params, seen } = resolved;
  if (errors.length > 0) return invalid(errors);
  const own = await tool.validate?.(params);
  if (own?.isValid === false) return invalid(own.errors);
  const rules = await matchingRules(tool, resolved);
  return {
    ...prepared,
    params,
    seen,
    risk: await effectiveRisk(tool, params, rules),
    warnings: [...prepared.warnings, ...(own?.warnings ?? none), ...warningsOf(rules)],
  };
}

/** The risk of a call: what the manifest says, raised by rules and by the tool; a tool that cannot tell is critical. */
export async function effectiveRisk(
  tool: AnyTool,
  params: unknown,
  rules: readonly RuleSpec[],
): Promise<RiskLevel> {
  let { risk }: { risk: RiskLevel } = tool.contract.spec;
  for (const rule of rules) if (rule.risk !== undefined) risk = higherRisk(risk, rule.risk);
  if (tool.getEffectiveRiskLevel === undefined) return risk;
  try {
    const own: unknown = await tool.getEffectiveRiskLevel(params);
    return higherRisk(risk, isRiskLevel(own) ? own : "critical");
  } catch {
    return "critical";
  }
}

/**
 * The rules that a call matches by any form of its paths, in the manifest's order: canonical, as seen from the
 * workspace, or as written. A rule only ever raises the risk, so that whichever form its author had in mind is the safe
 * one.
 */
export async function matchingRules(
  { contract }: AnyTool,
  { params, seen, written }: ResolvedPaths,
): Promise<readonly RuleSpec[]> {
  const matched = new Set<RuleSpec>();
  for (const form of new Set([params, seen, written])) {
    for (const rule of await contract.matchRules(form)) matched.add(rule);
  }
  const { rules = none }: Pick<ToolSpec, "rules"> = contract.spec;
  return [...matched].toSorted((a, b) => rules.indexOf(a) - rules.indexOf(b));
}

/** The answer to parameters that cannot be used. */
function invalid(errors: readonly ToolValidationError[]): Refusal {
  return { ok: false, status: "invalid", result: ToolResult.validationFailed({ errors }) };
}

async function whyUnavailable(
  { tool, spec, isOffered }: ToolPlan,
  { workspacePath }: Surroundings,
): Promise<string | undefined> {
  if (isOffered?.(workspacePath) === false) return `${spec.name} is not offered here.`;
  if (tool.isAvailable === undefined) return undefined;
  try {
    const answer: unknown = await tool.isAvailable();
    return answer === true ? undefined : `${spec.name} is not available.`;
  } catch {
    return `${spec.name} could not tell whether it is available.`;
  }
}

/** What rules put before the approver. */
export function warningsOf(rules: readonly RuleSpec[]): readonly ToolValidationWarning[] {
  return rules.flatMap(({ warn }) =>
    warn === undefined
      ? []
      : [{ parameterName: warn.parameter ?? "", message: warn.message, warningCode: warn.code }],
  );
}
