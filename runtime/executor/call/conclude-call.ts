import { isToolResultValue, type AnyResultValue } from "../../kinds/tool-result-value.js";
import { none } from "../../result/none.js";
import {
  isToolResult,
  makeFailure,
  makeSuccess,
  makeSuccessOf,
  ToolResult,
  withFields,
} from "../../result/tool-result.js";
import type { MaybePromise } from "../../tool/tool-contract.js";
import type { ToolValidationError } from "../../validation/tool-validation-error.js";
import type { RunOutcome } from "../backend/execution-backend.js";
import { isPlain } from "../observe/copy-parameters.js";
import { ToolExecution, type ToolExecutionStatus } from "../tool-execution.js";
import type { ToolCall } from "./tool-call.js";
import type { ToolPlan } from "./tool-plan.js";

/** How a call ended. */
export type CallOutcome =
  | RunOutcome
  | { readonly type: "refused"; readonly status: ToolExecutionStatus; readonly result: ToolResult }
  | { readonly type: "cancelled" }
  | { readonly type: "timedOut" };

/** The abort reason of a call's signal for this outcome. */
export function abortReason({ type }: CallOutcome, caller: AbortSignal | undefined): unknown {
  if (type === "timedOut") return new DOMException("The call exceeded its timeout.", "TimeoutError");
  return caller?.aborted ? caller.reason : new DOMException("The call has ended.", "AbortError");
}

/** Whether a tool threw because its signal had aborted, as intended. Errors may throw when they are read. */
export function isAbort(thrown: unknown, reason: unknown): boolean {
  try {
    const { name, cause } = thrown as { readonly name?: unknown; readonly cause?: unknown };
    return reason !== undefined && (name === "AbortError" || cause === reason || thrown === reason);
  } catch {
    return false;
  }
}

/** Turns an outcome into a status and a result. Synchronous, unless a validator has to be loaded first. */
export function concludeCall(call: ToolCall, outcome: CallOutcome): void {
  switch (outcome.type) {
    case "returned":
      return judgeValue(call, outcome.value);
    case "threw":
      return closeCall(call, "failed", ToolResult.fromError(outcome.thrown));
    case "refused":
      return closeCall(call, outcome.status, outcome.result);
    case "cancelled":
      return closeCall(call, "cancelled", ToolResult.cancelled());
    case "timedOut":
      return closeCall(call, "timedOut", timeout(call));
    case "rejected":
      return closeCall(call, "rejected", ToolResult.failed(outcome.reason, "QueueFull"));
    case "unknown":
      return closeCall(call, "unknown", ToolResult.failed(outcome.reason, "OutcomeUnknown"));
    default:
      outcome satisfies never;
  }
}

/** Notifies observers, then the caller. */
function closeCall(call: ToolCall, status: ToolExecutionStatus, result: ToolResult): void {
  const isWarned = call.plan !== undefined && call.plan.warnings.length + call.warnings.length > 0;
  const execution = new ToolExecution(status, isWarned ? withWarnings(call, result) : result, call);
  if (!call.isQuiet) call.host.observer.completed(call, execution);
  call.complete(execution);
}

/** Adds the warnings of the tool and the call to the result. */
function withWarnings({ plan, warnings }: ToolCall, result: ToolResult): ToolResult {
  return withFields(result, { warnings: [...(plan?.warnings ?? none), ...warnings, ...result.warnings] });
}

function timeout(call: ToolCall): ToolResult {
  const { approvalMs, attempts, hasRun } = call;
  const durationMs = call.durationMs - approvalMs;
  if (attempts === 0 || hasRun) return ToolResult.timeout(durationMs);
  const message = "The call timed out in the queue. Tools must call other tools with `context.execute`.";
  return makeFailure({ code: "Timeout", message }, { message: "Operation timed out", durationMs });
}

function judgeValue(call: ToolCall, value: unknown): void {
  const { plan, host } = call;
  try {
    if (plan === undefined) throw new TypeError("The call has no tool.");
    const result = toResult(call, plan, value);
    if (!result.success) return closeCall(call, "failed", result);
    const unusable = whyUnusable(result.data);
    if (unusable !== undefined) {
      return closeCall(call, "failed", makeFailure({ code: "InvalidResult", message: unusable }));
    }
    const errors = host.options.validateResults ? plan.tool.contract.checkData(result.data) : none;
    if (errors === none) closeCall(call, "completed", result);
    else void closeChecked(call, result, errors);
  } catch (error) {
    closeCall(call, "failed", unreadable(error));
  }
}

async function closeChecked(
  call: ToolCall,
  result: ToolResult,
  checked: MaybePromise<readonly ToolValidationError[]>,
): Promise<void> {
  const judge = (errors: readonly ToolValidationError[]) =>
    errors.length > 0 ? invalidData(errors) : result;
  const judged = await Promise.resolve(checked).then(judge, unreadable);
  closeCall(call, judged.success ? "completed" : "failed", judged);
}

/** Fields of the contract override those of the tool, except `display`, where the tool overrides. */
function toResult(call: ToolCall, { init, fields }: ToolPlan, value: unknown): ToolResult {
  const { durationMs } = call;
  const own = isValueOfKind(value, init.kind) ? makeSuccess(value.data, value) : value;
  if (!isToolResult(own)) return makeSuccessOf(value, fields, durationMs);
  const display = own.display ? { ...init.display, ...own.display } : init.display;
  return withFields(own, { ...init, durationMs, display });
}

const valueField = /^(kind|data|summary|mimeType|display)$/;

/** Whether a tool returned `{ kind, data, … }`, and not data that has such fields itself. */
function isValueOfKind(value: unknown, kind: string | undefined): value is AnyResultValue {
  return (
    isToolResultValue(value) &&
    value.kind === kind &&
    Object.keys(value).every((name) => valueField.test(name))
  );
}

/** Results are data: functions and streams cannot be stored, shown or sent. */
function whyUnusable(data: unknown): string | undefined {
  if (typeof data === "function" || typeof data === "symbol") return `The tool returned a ${typeof data}.`;
  if (typeof data !== "object" || data === null || !looksLikeStream(data)) return undefined;
  if (isPlain(data) || Array.isArray(data)) return undefined;
  return "The tool returned a stream or an iterator instead of data.";
}

/** Checked before the prototype: engines cache missing properties, but not prototype lookups. */
function looksLikeStream(data: MaybeStream): boolean {
  return (
    data[Symbol.asyncIterator] !== undefined ||
    typeof data.next === "function" ||
    data.getReader !== undefined
  );
}

type MaybeStream = Partial<Record<typeof Symbol.asyncIterator | "next" | "getReader", unknown>>;

function invalidData(errors: readonly ToolValidationError[]): ToolResult {
  const details = errors.map(({ parameterName, message }) => `${parameterName || "/"}: ${message}`);
  const message = `The tool returned data that its contract does not allow. ${details.join("; ")}`;
  return makeFailure({ code: "InvalidResult", message, details: { errors } });
}

function unreadable(error: unknown): ToolResult {
  const { error: cause } = ToolResult.fromError(error);
  const message = `The tool returned data that could not be read: ${cause.message}`;
  return makeFailure({ code: "InvalidResult", message, cause: error });
}
