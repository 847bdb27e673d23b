import type { RiskLevel } from "../../tool/risk-level.js";
import type { MaybePromise } from "../../tool/tool-contract.js";
import { ToolValidationResult } from "../../validation/tool-validation-result.js";
import type { ExecuteOptions } from "../executor-options.js";
import type { ToolExecution } from "../tool-execution.js";
import type { CallHost } from "./call-host.js";
import { summarize } from "./execution-summary.js";
import { prepareCall, type CallAssessment } from "./prepare-call.js";
import { copy, loadTool } from "./start-call.js";
import type { ToolCall } from "./tool-call.js";
import type { ToolPlan } from "./tool-plan.js";

/** Computes a value from a prepared call; undefined if the call was refused. */
export type Inspect<Value> = (
  call: ToolCall,
  plan: ToolPlan,
  prepared: CallAssessment,
) => MaybePromise<Value | undefined>;

/** A call to inspect. */
export interface CallQuery {
  readonly id: string;
  readonly input: unknown;
  readonly options: ExecuteOptions;
}

/** Prepares a call without running it and inspects it; returns the execution if the call was refused. */
export async function inspectCall<Value>(
  host: CallHost,
  { id, input, options }: CallQuery,
  inspect: Inspect<Value>,
): Promise<{ readonly value: Value } | { readonly refused: ToolExecution }> {
  const call = host.open(id, options, undefined, true);
  const refused = call.completion().then((execution) => ({ refused: execution }));
  const inspected = prepareAndInspect(call, copy(input), inspect).catch((error: unknown) => call.fail(error));
  const first = await Promise.race([refused, inspected]);
  call.release();
  return first ?? refused;
}

async function prepareAndInspect<Value>(
  call: ToolCall,
  input: unknown,
  inspect: Inspect<Value>,
): Promise<{ readonly value: Value } | undefined> {
  const plan = await loadTool(call);
  if (plan === undefined) return undefined;
  const value = await inspect(call, plan, await prepareCall(call, plan, input));
  return value === undefined ? undefined : { value };
}

/** The errors and warnings of an input. */
export async function validateCall(host: CallHost, query: CallQuery): Promise<ToolValidationResult> {
  const outcome = await inspectCall(host, query, (_call, _plan, { refusal, warnings }) =>
    ToolValidationResult.combine(
      ToolValidationResult.validWithWarnings(...warnings),
      refusal ? ToolValidationResult.invalid(...refusal.errors) : ToolValidationResult.valid(),
    ),
  );
  if ("value" in outcome) return outcome.value;
  const { status, result } = outcome.refused;
  const { message } = result.error ?? result;
  return ToolValidationResult.invalid(
    status === "notFound"
      ? { parameterName: "toolId", message, errorCode: "tool_not_found", providedValue: query.id }
      : { parameterName: "", message, errorCode: "validation_failed" },
  );
}

/** Describes in one line what a call would do. */
export async function summarizeCall(host: CallHost, query: CallQuery): Promise<string> {
  const outcome = await inspectCall(host, query, (_call, { tool }, { displayed, input }) =>
    summarize(tool, displayed, input),
  );
  if ("value" in outcome) return outcome.value;
  return `Execute ${host.registry.getTool(query.id)?.name ?? query.id}`;
}

/** The effective risk of a call. */
export async function riskOfCall(host: CallHost, query: CallQuery): Promise<RiskLevel> {
  const outcome = await inspectCall(host, query, (_call, _plan, { risk }) => risk);
  if ("value" in outcome) return outcome.value;
  return host.registry.getTool(query.id)?.metadata.risk ?? "medium";
}
