import { compareRisk, type RiskLevel } from "../../tool/risk-level.js";
import { toolMatcher } from "../../tool/tool-matcher.js";
import type { ToolIndexEntry } from "../../tool/tool-spec.js";

/** Which calls run without asking, which never do, and which need an approver. */
export interface ApprovalPolicy {
  /** Calls up to this risk run without asking. @default `low` */
  readonly autoApproveUpTo?: RiskLevel;
  /** Names of tools that run without asking whatever their risk, matched as those of `deny`. */
  readonly allow?: readonly string[];
  /** Names of tools that never run; stronger than `allow`. Ids, wire names and former ids all match. */
  readonly deny?: readonly string[];
}

/** What a policy says of one call. */
export type PolicyVerdict = "run" | "ask" | "deny";

/** Judges a call of a tool at a risk. */
export function judge(
  { deny, allow, autoApproveUpTo = "low" }: ApprovalPolicy,
  tool: Pick<ToolIndexEntry, "id" | "wireName" | "renamedFrom">,
  risk: RiskLevel,
): PolicyVerdict {
  if (toolMatcher(deny)(tool)) return "deny";
  if (toolMatcher(allow)(tool)) return "run";
  return compareRisk(risk, autoApproveUpTo) <= 0 ? "run" : "ask";
}
