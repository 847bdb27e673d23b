import type { DisplayHints } from "../kinds/display-hints.js";
import type { ToolValidationError } from "../validation/tool-validation-error.js";
import type { ToolValidationResult } from "../validation/tool-validation-result.js";
import { errorFromUnknown } from "./error-from-unknown.js";
import { toLlmContext } from "./llm-context.js";
import { getSerializedData } from "./serialized-data.js";
import type { ToolArtifact } from "./tool-artifact.js";
import type { ToolError, ToolErrorCode } from "./tool-error.js";

/** What both outcomes have. */
export interface ToolResultFields {
  /** The kind of `data`; stamped by the executor from the contract. */
  readonly kind: string;
  /** For people and models. */
  readonly message: string;
  /** One line for a compact view. */
  readonly summary: string | undefined;
  readonly mimeType: string | undefined;
  readonly display: DisplayHints | undefined;
  readonly artifacts: readonly ToolArtifact[];
  readonly durationMs: number;
  readonly suggestedFollowUps: readonly string[];
  readonly maxDataLength: number | undefined;
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
  /** `data` as JSON, cut to `maxLength` characters with a note. */
  getSerializedData(maxLength?: number): string;
  /** The result as a model reads it. */
  toLlmContext(): string;
  /** The result as one line of a log. */
  toLogSummary(): string;
}

/** The tool did what it was asked. */
export interface ToolSuccess<Data> extends ToolResultFields {
  readonly success: true;
  readonly data: Data;
  readonly error: undefined;
}

/** The tool did not, or only in part. */
export interface ToolFailure extends ToolResultFields {
  readonly success: false;
  /** What was collected before the failure, if anything. */
  readonly data: unknown;
  readonly error: ToolError;
}

/** What a tool call comes to. Readonly; `success` tells which of the two it is. */
export type ToolResult<Data = unknown> = ToolSuccess<Data> | ToolFailure;

/** The parts of a result that a factory or the executor may set. */
export type ToolResultInit = Partial<
  Omit<ToolResultFields, "getSerializedData" | "toLlmContext" | "toLogSummary">
>;

const none: readonly never[] = Object.freeze([]);

abstract class ResultObject {
  readonly kind: string;
  readonly message: string;
  readonly summary: string | undefined;
  readonly mimeType: string | undefined;
  readonly display: DisplayHints | undefined;
  readonly artifacts: readonly ToolArtifact[];
  readonly durationMs: number;
  readonly suggestedFollowUps: readonly string[];
  readonly maxDataLength: number | undefined;
  readonly metadata: Readonly<Record<string, unknown>> | undefined;

  constructor(init: ToolResultInit) {
    this.kind = init.kind ?? "structured";
    this.message = init.message ?? "Operation completed successfully";
    this.summary = init.summary;
    this.mimeType = init.mimeType;
    this.display = init.display;
    this.artifacts = init.artifacts ?? none;
    this.durationMs = init.durationMs ?? 0;
    this.suggestedFollowUps = init.suggestedFollowUps ?? none;
    this.maxDataLength = init.maxDataLength;
    this.metadata = init.metadata;
  }
}

class SuccessObject<Data> extends ResultObject implements ToolSuccess<Data> {
  readonly success = true;
  readonly data: Data;
  readonly error = undefined;

  constructor(data: Data, init: ToolResultInit) {
    super(init);
    this.data = data;
    Object.freeze(this);
  }

  getSerializedData(maxLength?: number): string {
    return getSerializedData(this, maxLength);
  }

  toLlmContext(): string {
    return toLlmContext(this);
  }

  toLogSummary(): string {
    return toLogSummary(this);
  }
}

class FailureObject extends ResultObject implements ToolFailure {
  readonly success = false;
  readonly data: unknown;
  readonly error: ToolError;

  constructor(error: ToolError, data: unknown, init: ToolResultInit) {
    super(init);
    this.data = data;
    this.error = error;
    Object.freeze(this);
  }

  getSerializedData(maxLength?: number): string {
    return getSerializedData(this, maxLength);
  }

  toLlmContext(): string {
    return toLlmContext(this);
  }

  toLogSummary(): string {
    return toLogSummary(this);
  }
}

/** Makes a success; the executor uses it with what the contract says. */
export function makeSuccess<Data>(data: Data, init: ToolResultInit): ToolSuccess<Data> {
  return new SuccessObject(data, init);
}

/** Makes a failure; the message defaults to the error's. */
export function makeFailure(error: ToolError, init: ToolResultInit = {}, data?: unknown): ToolFailure {
  return new FailureObject(error, data, { message: error.message, ...init });
}

/** The same result with some fields replaced. */
export function withFields<Data>(result: ToolResult<Data>, init: ToolResultInit): ToolResult<Data> {
  const merged = { ...result, ...init };
  return result.success
    ? new SuccessObject(result.data, merged)
    : new FailureObject(result.error, result.data, merged);
}

/** The result as one line of a log. */
export function toLogSummary(result: ToolResult): string {
  return result.success
    ? `Success: ${result.message}`
    : `Failed (${result.error.code ?? "no code"}): ${result.error.message}`;
}

/** Whether a value is a result that these factories made, also by another copy of the runtime. */
export function isToolResult(value: unknown): value is ToolResult {
  return value instanceof ResultObject;
}

/** Makes results. */
export const ToolResult = {
  /** The tool did what it was asked. */
  succeeded<Data>(data: Data, message?: string): ToolSuccess<Data> {
    return new SuccessObject(data, message === undefined ? {} : { message });
  },
  /** The same, with what the tool left behind. */
  succeededWithArtifacts<Data>(
    artifacts: Iterable<ToolArtifact>,
    data: Data,
    message?: string,
  ): ToolSuccess<Data> {
    const init = { artifacts: [...artifacts] };
    return new SuccessObject(data, message === undefined ? init : { ...init, message });
  },
  /** The tool failed; data collected so far may be kept. */
  failed(message: string, code?: ToolErrorCode, partialData?: unknown): ToolFailure {
    return makeFailure({ code, message }, {}, partialData);
  },
  /** The tool threw. `context` says what was being done. */
  fromError(thrown: unknown, context?: string): ToolFailure {
    const error = errorFromUnknown(thrown);
    return context === undefined
      ? makeFailure(error)
      : makeFailure({ ...error, message: `${context}: ${error.message}` }, { message: context });
  },
  /** The caller gave up. */
  cancelled(message?: string): ToolFailure {
    const init = { message: message ?? "Operation was cancelled by user" };
    return makeFailure({ code: "Cancelled", message: "Operation was cancelled" }, init);
  },
  /** Nobody approved the call. */
  denied(reason?: string): ToolFailure {
    const message = "Operation was denied by user";
    return makeFailure({ code: "Denied", message }, { message: reason ?? message });
  },
  /** The parameters cannot be used. */
  validationFailed(validation: Pick<ToolValidationResult, "errors">): ToolFailure {
    const { errors } = validation;
    const error = { code: "ValidationFailed", message: validationMessage(errors), details: { errors } };
    return makeFailure(error, { message: "Parameter validation failed" }, { errors });
  },
  /** The call ran longer than it may. */
  timeout(durationMs: number): ToolFailure {
    const message = `Operation timed out after ${(durationMs / 1000).toFixed(1)}s`;
    return makeFailure({ code: "Timeout", message }, { message: "Operation timed out", durationMs });
  },
  /** The tool cannot be used at the moment. */
  notAvailable(reason: string): ToolFailure {
    return makeFailure({ code: "NotAvailable", message: reason });
  },
};

function validationMessage(errors: readonly ToolValidationError[]): string {
  return errors.map((error) => error.message).join("; ");
}
