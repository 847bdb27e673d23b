import type { ApprovalRequest } from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";
import { emptyFrame, warningsIn, type ResultFrame } from "./result-frame.js";

/** A request for approval, as the executor or an adapter of a framework gives it. */
export interface RenderableApproval extends Pick<
  ApprovalRequest,
  "toolName" | "summary" | "risk" | "warnings" | "params"
> {
  /** The parameters that the approver may change. */
  readonly editable?: readonly string[];
}

/** What an approver has to see: what would happen, how risky it is, and with which parameters. */
export function approvalFrame(request: RenderableApproval): ResultFrame {
  const { toolName, summary, risk, warnings, params, editable = [] } = request;
  return {
    ...emptyFrame,
    title: summary,
    code: `${risk} risk`,
    detail: toolName,
    warnings: warningsIn(warnings),
    followUps: editable.length > 0 ? [`approve, deny, or edit ${editable.join(", ")}`] : [],
    hasData: isRecord(params) && Object.keys(params).length > 0,
    value: { kind: "structured", data: params, display: { preferredView: "tree" } },
  };
}
