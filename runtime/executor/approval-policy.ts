import { compareRisk, type RiskLevel } from "../tool/risk-level.js";

/** Which calls run without asking, which never do, and which need an approver. */
export interface ApprovalPolicy {
  /** Calls up to this risk run without asking; `low` unless said otherwise. */
  readonly autoApproveUpTo?: RiskLevel;
  /** Ids of tools that run without asking whatever their risk. */
  readonly allow?: readonly string[];
  /** Ids of tools that never run. */
  readonly deny?: readonly string[];
}

/** What a policy says of one call. */
export type PolicyVerdict = "run" | "ask" | "deny";

/** Judges a call of a tool at a risk. */
export function judge(policy: ApprovalPolicy, toolId: string, risk: RiskLevel): PolicyVerdict {
  if (policy.deny?.includes(toolId)) return "deny";
  if (policy.allow?.includes(toolId)) return "run";
  return compareRisk(risk, policy.autoApproveUpTo ?? "low") <= 0 ? "run" : "ask";
}
