import type { ApprovalDecision } from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";
import type { ApprovalDescriptor } from "../execute/approval-channel.js";

/** A question to a person, in the form of LangChain's human-in-the-loop middleware, with the whole request beside it. */
export interface LangChainReview {
  actionRequests: { name: string; args: Record<string, unknown>; description: string }[];
  reviewConfigs: { actionName: string; allowedDecisions: ("approve" | "edit" | "reject")[] }[];
  approval?: ApprovalDescriptor;
}

/** The question about a call; without the request, the one that was put before. */
export function toReview(name: string, approval?: ApprovalDescriptor): LangChainReview {
  const { params, summary = "Waits for approval", risk, warnings = [] } = approval ?? {};
  const title = risk === undefined ? summary : `${summary} (${risk} risk)`;
  const description = [title, ...warnings.map(({ message }) => message)].join("\n");
  return {
    actionRequests: [{ name, args: isRecord(params) ? params : {}, description }],
    reviewConfigs: [{ actionName: name, allowedDecisions: ["approve", "edit", "reject"] }],
    ...(approval !== undefined && { approval }),
  };
}

/** What the person decided: a decision of that form, or one of ours. The executor denies whatever is neither. */
export function readReview(answer: unknown): ApprovalDecision {
  const decisions: unknown = isRecord(answer) ? answer["decisions"] : undefined;
  const [decision] = Array.isArray(decisions) ? decisions : [answer];
  if (!isRecord(decision)) return unclear;
  const { type, editedAction, message } = decision;
  if (type === "approve") return { decision: "approve" };
  if (type === "edit" && isRecord(editedAction)) return { decision: "edit", params: editedAction["args"] };
  if (type === "reject") {
    return { decision: "deny", ...(typeof message === "string" && { reason: message }) };
  }
  // Checked by the executor, which reads it once more.
  return "decision" in decision ? (decision as ApprovalDecision) : unclear;
}

const unclear: ApprovalDecision = {
  decision: "deny",
  reason: "The answer was not a decision.",
  unattended: true,
};

/** Why an answer counts for nothing: the question was put by a process whose store of approvals is another. */
export const notAsked =
  "The call was not waiting for approval here: share a store of approvals between processes.";
