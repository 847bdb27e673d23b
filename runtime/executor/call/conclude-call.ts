import { isToolResultValue, type AnyResultValue } from "../../kinds/tool-result-value.js";
import { none } from "../../result/none.js";
import { isToolResult, makeFailure, makeSuccess, ToolResult, withFields } from "../../result/tool-result.js";
import type { ToolValidationError } from "../../validation/tool-validation-error.js";
import type { ToolExecutionStatus } from "../tool-execution.js";
import type { CallOutcome, ToolCall } from "./tool-call.js";
import type { ToolPlan } from "./tool-plan.js";

/** Told what a call came to. */
export type CloseCall = (call: ToolCall, status: ToolExecutionStatus, result: ToolResult) => void;

/** Turns the way a call ended into a status and a result. Tells at once, unless a validator has yet to be loaded. */
export function concludeCall(
  call: ToolCall,
  outcome: CallOutcome,
  validateResults: boolean,
  close: CloseCall,
): void {
  switch (outcome.type) {
    case "returned":
      judgeValue(call, outcome.value, validateResults, close);
      return;
    case "threw":
      close(call, "failed", ToolResult.fromError(outcome.thrown));
      return;
    case "refused":
      close(call, outcome.status, outcome.result);
      return;
    case "cancelled":
      close(call, "cancelled", ToolResult.cancelled());
      return;
    case "timedOut":
      close(call, "timedOut", timeout(call));
      return;
    case "rejected":
      close(call, "rejected", ToolResult.failed(outcome.reason, "QueueFull"));
      return;
    case "unknown":
      close(call, "unknown", ToolResult.failed(outcome.reason, "OutcomeUnknown"));
      return;
    default:
      outcome satisfies never;
  }
}

function timeout({ endTime, startTime, approvalMs, attempts, hasRun }: ToolCall): ToolResult {
  const durationMs = endTime - startTime - approvalMs;
  if (attempts === 0 || hasRun) return ToolResult.timeout(durationMs);
  const message =
    "The call timed out in the queue. A tool that waits for its own call makes it through its context.";
  return makeFailure({ code: "Timeout", message }, { message: "Operation timed out", durationMs });
}

function judgeValue(call: ToolCall, value: unknown, validate: boolean, close: CloseCall): void {
  const { plan } = call;
  try {
    if (plan === undefined) throw new TypeError("There is no tool.");
    const result = toResult(call, plan, value);
    if (!result.success) {
      close(call, "failed", result);
      return;
    }
    const unusable = whyUnusable(result.data);
    if (unusable !== undefined) {
      close(call, "failed", makeFailure({ code: "InvalidResult", message: unusable }));
      return;
    }
    const errors = validate ? plan.tool.contract.checkData(result.data) : none;
    if (errors instanceof Promise) {
      errors.then(
        (late) => closeChecked(call, result, late, close),
        (error: unknown) => close(call, "failed", unreadable(error)),
      );
    } else closeChecked(call, result, errors, close);
  } catch (error) {
    close(call, "failed", unreadable(error));
  }
}

/** What the contract says goes for every result; what it leaves open, and how to show it, a tool may say itself. */
function toResult(call: ToolCall, { stamp }: ToolPlan, value: unknown): ToolResult {
  const durationMs = call.endTime - call.startTime;
  const own = isToolResult(value)
    ? value
    : isValueOfKind(value, stamp.kind)
      ? makeSuccess(value.data, value)
      : undefined;
  if (own === undefined) return makeSuccess(value, { durationMs }, stamp);
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

function closeChecked(
  call: ToolCall,
  result: ToolResult,
  errors: readonly ToolValidationError[],
  close: CloseCall,
): void {
  if (errors.length === 0) close(call, "completed", result);
  else close(call, "failed", invalidData(errors));
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
