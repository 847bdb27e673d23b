import { errorFromUnknown } from "../../result/error-from-unknown.js";
import { presentFields } from "../../result/present-fields.js";
import type { InjectedParameter } from "../../tool/tool-spec.js";
import { valueAlong } from "../../validation/json-pointer.js";
import { inspectCall, type CallQuery } from "../call/inspect-call.js";
import type { CallHost } from "../call/call-host.js";
import { acceptCall, type CallAssessment } from "../call/prepare-call.js";
import { beginCall, copy, loadTool } from "../call/start-call.js";
import { submitCall } from "../call/submit-call.js";
import type { ToolCall } from "../call/tool-call.js";
import type { ToolPlan } from "../call/tool-plan.js";
import type { ExecuteOptions, ResumeOptions } from "../executor-options.js";
import type { ToolExecution } from "../tool-execution.js";
import type { IssuedApproval, RedeemedToken } from "./approval-issuer.js";
import { readDecision, type ApprovalDecision, type ApprovalRequest } from "./approval.js";
import { assertJson } from "./json-data.js";
import { resumeCall, verdictOf, denyCall, forbidCall, requestApproval, scopeOf } from "./decide-call.js";

/** The outcome of preparing a call. */
export type PreparedCall<Data = unknown> =
  | {
      /** The call needs no approval. */
      readonly status: "ready";
      /** Runs exactly what was prepared. */
      run(): Promise<ToolExecution<Data>>;
    }
  | {
      /** The call needs a decision: pass it and the token to `resume`. */
      readonly status: "approvalRequired";
      readonly request: ApprovalRequest;
      readonly token: string;
      readonly expiresAt: Date;
    }
  | {
      /** The call is invalid or denied, or its tool is unknown or unavailable: `execution` has the reason. */
      readonly status: "refused";
      readonly execution: ToolExecution<Data>;
    };

/** Prepares a call without running it. */
export async function prepareApproval(host: CallHost, query: CallQuery): Promise<PreparedCall> {
  const outcome = await inspectCall(host, query, prepareToRun);
  return "value" in outcome ? outcome.value : { status: "refused", execution: outcome.refused };
}

async function prepareToRun(
  call: ToolCall,
  plan: ToolPlan,
  prepared: CallAssessment,
): Promise<PreparedCall | undefined> {
  if (!acceptCall(call, prepared)) return undefined;
  const verdict = verdictOf(call, plan, prepared);
  if (verdict === "deny") {
    forbidCall(call);
    return undefined;
  }
  const { host, options } = call;
  if (verdict === "run") {
    return { status: "ready", run: () => runPrepared(host, options, plan, prepared) };
  }
  assertJson({ input: prepared.input, metadata: options.metadata });
  const request = await requestApproval(call, plan, prepared);
  return { status: "approvalRequired", request, token: request.token, expiresAt: request.expiresAt };
}

function runPrepared(
  host: CallHost,
  options: ExecuteOptions,
  plan: ToolPlan,
  prepared: CallAssessment,
): Promise<ToolExecution> {
  const call = host.open(plan.spec.id, options);
  if (!call.hasEnded) {
    beginCall(call, plan.tool);
    acceptCall(call, prepared);
    submitCall(call);
  }
  return call.completion();
}

/** Redeems a token and applies the decision to its call. */
export async function resumeApproval(
  host: CallHost,
  token: string,
  answer: ApprovalDecision,
  { signal, services, inject, onProgress, sessionId }: ResumeOptions & { readonly sessionId?: string },
): Promise<ToolExecution> {
  const resumeOptions = presentFields({ signal, services, inject, onProgress });
  if (host.isDisposed) return host.open("unknown", resumeOptions).completion();
  const decision = readDecision(answer);
  const whyNot = async (toolId: string): Promise<string | undefined> => {
    // A denial needs no injected values.
    const tool = decision.decision === "deny" ? undefined : await host.registry.getTool(toolId)?.load();
    const isMissing = ({ key, optional }: InjectedParameter): boolean =>
      !optional && valueAlong(inject, [key]) === undefined;
    const missing = tool?.contract.spec.inject?.find(isMissing)?.key;
    return missing && `The application did not supply '${missing}'.`;
  };
  const redeemed = await host.approvals
    .redeem(token, decision, sessionId, whyNot)
    .catch((error: unknown): RedeemedToken => {
      const reason = `The approval could not be looked up: ${errorFromUnknown(error).message}`;
      return { ok: false, reason };
    });
  if (!redeemed.ok) {
    const call = host.open(redeemed.toolId ?? "unknown", resumeOptions);
    denyCall(call, "invalidToken", redeemed.reason);
    return call.completion();
  }
  const { toolId, executionId, scope } = redeemed.pending;
  const call = host.open(toolId, { ...scope, executionId, ...resumeOptions });
  loadTool(call)
    .then((plan) => plan && resumeCall(call, plan, redeemed, decision))
    .catch((error: unknown) => call.fail(error));
  return call.completion();
}

/** The pending approval of an identical call. */
export function findApproval(
  { registry, approvals }: CallHost,
  { id, input, options }: CallQuery,
): Promise<IssuedApproval | undefined> {
  return approvals.find(registry.getTool(id)?.id ?? id, copy(input), scopeOf(options));
}
