import type { RiskLevel } from "../../tool/risk-level.js";
import type { MaybePromise } from "../../tool/tool-contract.js";
import { ToolValidationResult } from "../../validation/tool-validation-result.js";
import type { ExecuteOptions } from "../executor-options.js";
import type { ToolExecution } from "../tool-execution.js";
import type { CallHost } from "./call-host.js";
import { summarize } from "./execution-summary.js";
import { prepareCall, type CallAssessment } from "./prepare-call.js";
import { hold, loadTool } from "./start-call.js";
import type { ToolCall } from "./tool-call.js";
import type { ToolPlan } from "./tool-plan.js";

/** Answers a question about a prepared call; undefined if the call was refused. */
export type Answer<Value> = (
  call: ToolCall,
  plan: ToolPlan,
  prepared: CallAssessment,
) => MaybePromise<Value | undefined>;

/** The call in question. */
export interface AskedCall {
  readonly id: string;
  readonly input: unknown;
  readonly options: ExecuteOptions;
}

/** Prepares a call without running it and answers a question about it; returns the execution if it was refused. */
export async function askAboutCall<Value>(
  host: CallHost,
  { id, input, options }: AskedCall,
  answer: Answer<Value>,
): Promise<{ readonly answer: Value } | { readonly refused: ToolExecution }> {
  const call = host.open(id, options, undefined, true);
  const refused = call.completion().then((execution) => ({ refused: execution }));
  const answered = prepareAndAnswer(call, hold(input), answer).catch((error: unknown) => call.fail(error));
  const first = await Promise.race([refused, answered]);
  call.release();
  return first ?? refused;
}

async function prepareAndAnswer<Value>(
  call: ToolCall,
  input: unknown,
  answer: Answer<Value>,
): Promise<{ readonly answer: Value } | undefined> {
  const plan = await loadTool(call);
  if (plan === undefined) return undefined;
  const value = await answer(call, plan, await prepareCall(call, plan, input));
  return value === undefined ? undefined : { answer: value };
}

/** The errors and warnings of an input. */
export async function validateCall(host: CallHost, asked: AskedCall): Promise<ToolValidationResult> {
  const outcome = await askAboutCall(host, asked, (_call, _plan, { refusal, warnings }) =>
    ToolValidationResult.combine(
      ToolValidationResult.validWithWarnings(...warnings),
      refusal ? ToolValidationResult.invalid(...refusal.errors) : ToolValidationResult.valid(),
    ),
  );
  if ("answer" in outcome) return outcome.answer;
  const { status, result } = outcome.refused;
  const { message } = result.error ?? result;
  return ToolValidationResult.invalid(
    status === "notFound"
      ? { parameterName: "toolId", message, errorCode: "tool_not_found", providedValue: asked.id }
      : { parameterName: "", message, errorCode: "validation_failed" },
  );
}

/** One line: what a call would do. */
export async function summarizeCall(host: CallHost, asked: AskedCall): Promise<string> {
  const outcome = await askAboutCall(host, asked, (_call, { tool }, { seen, input }) =>
    summarize(tool, seen, input),
  );
  if ("answer" in outcome) return outcome.answer;
  return `Execute ${host.registry.getTool(asked.id)?.name ?? asked.id}`;
}

/** The effective risk of a call. */
export async function riskOfCall(host: CallHost, asked: AskedCall): Promise<RiskLevel> {
  const outcome = await askAboutCall(host, asked, (_call, _plan, { risk }) => risk);
  if ("answer" in outcome) return outcome.answer;
  return host.registry.getTool(asked.id)?.metadata.risk ?? "medium";
}
