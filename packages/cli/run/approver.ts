import type { Approver, RiskLevel } from "@toolkiln/runtime";
import { compareRisk } from "@toolkiln/runtime/vocabulary";
import { askApproval, type ApprovalView } from "./ask-approval.js";

/** How approval is given on the command line. */
export interface ApprovalOptions {
  /** Approve without asking, up to this risk. */
  readonly approveUpTo: RiskLevel | undefined;
  /** What to show when somebody is there to ask; nothing when nobody is. */
  readonly view: ApprovalView | undefined;
}

/** Approves by flag, by asking in the terminal, or not at all. */
export function commandLineApprover({ approveUpTo, view }: ApprovalOptions): Approver {
  return async (request, { signal }) => {
    if (approveUpTo !== undefined && compareRisk(request.risk, approveUpTo) <= 0) {
      return { decision: "approve" };
    }
    if (view !== undefined) return askApproval(request, view, signal);
    return {
      decision: "deny",
      unattended: true,
      reason: `This call is ${request.risk} risk and needs approval. To approve it here, pass \`--approve --max-risk ${request.risk}\`.`,
    };
  };
}
