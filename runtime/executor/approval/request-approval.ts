import { presentFields } from "../../result/present-fields.js";
import { summarize } from "../call/execution-summary.js";
import type { CallAssessment } from "../call/prepare-call.js";
import type { ToolCall } from "../call/tool-call.js";
import type { ToolPlan } from "../call/tool-plan.js";
import type { ExecuteOptions } from "../executor-options.js";
import { withoutInjected } from "../observe/copy-parameters.js";
import { redact } from "../observe/redact.js";
import type { ApprovalScope } from "./approval-store.js";
import type { ApprovalRequest } from "./approval.js";

/** Makes the request for a prepared call, with the token that the decision brings back. */
export async function requestApproval(
  call: ToolCall,
  { tool, spec }: ToolPlan,
  prepared: CallAssessment,
): Promise<ApprovalRequest> {
  const { params, seen, input, sent, risk, warnings } = prepared;
  const { executionId, sessionId, host } = call;
  const summary = summarize(tool, seen, input);
  const { token, expiresAt } = await host.approvals.issue({
    toolId: spec.id,
    executionId,
    input,
    sent,
    summary,
    risk,
    warnings,
    scope: scopeOf(call.options),
    contract: tool.contract,
    params: withoutInjected(params, spec),
  });
  host.observer.decided(call, "asked", { summary, warnings });
  return {
    toolId: spec.id,
    toolName: spec.name,
    executionId,
    ...presentFields({ sessionId }),
    summary,
    risk,
    warnings,
    params: redact(params, spec, input),
    token,
    expiresAt: new Date(expiresAt),
  };
}

/** The part of a call's options that is kept with it. */
export function scopeOf(options: ExecuteOptions): ApprovalScope {
  const { sessionId, toolCallId, provider, model, workspacePath, metadata } = options;
  return presentFields({ sessionId, toolCallId, provider, model, workspacePath, metadata });
}
