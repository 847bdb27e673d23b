import { compareRisk, type RiskLevel } from "../../tool/risk-level.js";
import type { ToolIndexEntry } from "../../tool/tool-spec.js";

/** Which calls run without asking, which never do, and which need an approver. */
export interface ApprovalPolicy {
  /** Calls up to this risk run without asking; `low` unless said otherwise. */
  readonly autoApproveUpTo?: RiskLevel;
  /** Ids of tools that run without asking whatever their risk. */
  readonly allow?: readonly string[];
  /** Ids of tools that never run; stronger than `allow`. */
  readonly deny?: readonly string[];
}

/** What a policy says of one call. */
export type PolicyVerdict = "run" | "ask" | "deny";

/** Judges a call of a tool at a risk. A tool stays denied under its old ids, and in whatever case they are written. */
export function judge(
  policy: ApprovalPolicy,
  { id, renamedFrom }: Pick<ToolIndexEntry, "id" | "renamedFrom">,
  risk: RiskLevel,
): PolicyVerdict {
  const { deny, allow, autoApproveUpTo = "low" } = policy;
  if (deny !== undefined && [id, ...(renamedFrom ?? [])].some((name) => isListed(deny, name))) return "deny";
  if (allow?.includes(id)) return "run";
  return compareRisk(risk, autoApproveUpTo) <= 0 ? "run" : "ask";
}

function isListed(ids: readonly string[], id: string): boolean {
  return ids.some((listed) => listed.toLowerCase() === id.toLowerCase());
}
