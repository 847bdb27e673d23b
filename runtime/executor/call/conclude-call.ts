import { isToolResultValue, type AnyResultValue } from "../../kinds/tool-result-value.js";
import { none } from "../../result/none.js";
import { isToolResult, makeFailure, makeSuccess, ToolResult, withFields } from "../../result/tool-result.js";
import type { MaybePromise } from "../../tool/tool-contract.js";
import type { ToolValidationError } from "../../validation/tool-validation-error.js";
import type { RunOutcome } from "../backend/execution-backend.js";
import { ToolExecution, type ToolExecutionStatus } from "../tool-execution.js";
import type { ToolCall } from "./tool-call.js";
import type { ToolPlan } from "./tool-plan.js";

/** How a call ended, whoever ended it. */
export type CallOutcome =
  | RunOutcome
  | { readonly type: "refused"; readonly status: ToolExecutionStatus; readonly result: ToolResult }
  | { readonly type: "cancelled" }
  | { readonly type: "timedOut" };

/** The reason that the signal of a call gives when the call ended like this. */
export function abortReason({ type }: CallOutcome, caller: AbortSignal | undefined): unknown {
  if (type === "timedOut") return new DOMException("The call ran longer than it may.", "TimeoutError");
  return caller?.aborted ? caller.reason : new DOMException("The call has ended.", "AbortError");
}

/** Turns the outcome of a call into a status and a result. At once, unless a validator has yet to be loaded. */
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

/** The result with what is worth knowing about its tool, its call and itself. */
function withWarnings({ plan, warnings }: ToolCall, result: ToolResult): ToolResult {
  return withFields(result, { warnings: [...(plan?.warnings ?? none), ...warnings, ...result.warnings] });
}

function timeout({ endTime, startTime, approvalMs, attempts, hasRun }: ToolCall): ToolResult {
  const durationMs = endTime - startTime - approvalMs;
  if (attempts === 0 || hasRun) return ToolResult.timeout(durationMs);
  const message =
    "The call timed out in the queue. A tool that waits for its own call makes it through its context.";
  return makeFailure({ code: "Timeout", message }, { message: "Operation timed out", durationMs });
}

function judgeValue(call: ToolCall, value: unknown): void {
  const { plan, host } = call;
  try {
    if (plan === undefined) throw new TypeError("There is no tool.");
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
  let failure: ToolResult | undefined;
  try {
    const errors = await checked;
    if (errors.length > 0) failure = invalidData(errors);
  } catch (error) {
    failure = unreadable(error);
  }
  closeCall(call, failure === undefined ? "completed" : "failed", failure ?? result);
}

/** What the contract says goes for every result; what it leaves open, and how to show it, a tool may say itself. */
function toResult(call: ToolCall, { stamp }: ToolPlan, value: unknown): ToolResult {
  const durationMs = call.endTime - call.startTime;
  const own = isToolResult(value)
    ? value
    : isValueOfKind(value, stamp.kind)
      ? makeSuccess(value.data, value)
      : undefined;
  if (own === undefined) return makeSuccess(value, stamp, durationMs);
  const display = own.display ? { ...stamp.display, ...own.display } : stamp.display;
  return withFields(own, { ...stamp, durationMs, display });
}

const valueField = /^(kind|data|summary|mimeType|display)$/;

/** Whether a tool returned its data with the kind and hints beside it, and not data that has such fields itself. */
function isValueOfKind(value: unknown, kind: string | undefined): value is AnyResultValue {
  return (
    isToolResultValue(value) &&
    value.kind === kind &&
    Object.keys(value).every((name) => valueField.test(name))
  );
}

/** Results are data: something that runs or streams cannot be kept, shown or sent. */
function whyUnusable(data: unknown): string | undefined {
  if (typeof data === "function" || typeof data === "symbol") return `The tool returned a ${typeof data}.`;
  if (typeof data !== "object" || data === null || !looksLikeStream(data)) return undefined;
  const prototype: unknown = Object.getPrototypeOf(data);
  if (prototype === Object.prototype || prototype === Array.prototype || prototype === null) return undefined;
  return "The tool returned a stream or an iterator instead of data.";
}

/** Asked before the prototype: engines remember which properties a kind of object lacks, but look its prototype up. */
function looksLikeStream(data: MaybeStream): boolean {
  return (
    data[Symbol.asyncIterator] !== undefined ||
    typeof data.next === "function" ||
    data.getReader !== undefined
  );
}

interface MaybeStream {
  readonly [Symbol.asyncIterator]?: unknown;
  readonly next?: unknown;
  readonly getReader?: unknown;
}

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
