import type { DisplayHints } from "../kinds/tool-result-value.js";
import type { ToolValidationResult } from "../validation/tool-validation-result.js";
import type { ToolValidationWarning } from "../validation/tool-validation-warning.js";
import type { ContentPart } from "./content-part.js";
import { errorFromUnknown } from "./error-from-unknown.js";
import { toLlmContext } from "./llm-context.js";
import { toLogSummary } from "./log-summary.js";
import { none, nothing } from "./none.js";
import { presentFields } from "./present-fields.js";
import { getSerializedData, resultToJson } from "./serialize-data.js";
import type { ToolArtifact } from "./tool-artifact.js";

/** The outcome of a tool call. Readonly; `success` narrows it to a success or a failure. */
export type ToolResult<Data = unknown> = ToolSuccess<Data> | ToolFailure;

/** The tool succeeded. */
export interface ToolSuccess<Data> extends ResultObject<true, Data, undefined> {}

/** The call failed, at least in part; `data` is partial data, or `{ errors }` of invalid parameters. */
export interface ToolFailure extends ResultObject<false, unknown, ToolError> {}

/** An error code of toolkiln, or the tool's own, or the name of the thrown error. */
export type ToolErrorCode =
  | "Cancelled"
  | "Denied"
  | "Timeout"
  | "ValidationFailed"
  | "NotAvailable"
  | "ToolNotFound"
  | "QueueFull"
  | "InvalidResult"
  | "OutcomeUnknown"
  | (string & {});

/** Why a call failed. */
export interface ToolError {
  readonly code: ToolErrorCode | undefined;
  /** For the model and people. */
  readonly message: string;
  /** For programs. */
  readonly details?: unknown;
  /** What was thrown; for logs, never shown to a model. */
  readonly cause?: unknown;
}

/** Marks results of every copy of the runtime; a symbol, so JSON cannot contain it. */
const brand = Symbol.for("toolkiln.result");

export const succeededMessage = "Operation completed successfully";

/** One class for both outcomes, because a hierarchy would slow every call. */
class ResultObject<Success extends boolean, Data, Failure> {
  declare readonly success: Success;
  declare readonly data: Data;
  declare readonly error: Failure;
  /** The kind of `data`; set by the executor from the contract. */
  declare readonly kind: string;
  declare readonly message: string;
  /** One line for a compact view. */
  declare readonly summary: string | undefined;
  declare readonly mimeType: string | undefined;
  declare readonly display: DisplayHints | undefined;
  declare readonly artifacts: readonly ToolArtifact[];
  /** Content for the model in addition to the data: images, audio, files, links, text. */
  declare readonly content: readonly ContentPart[];
  declare readonly durationMs: number;
  declare readonly suggestedFollowUps: readonly string[];
  /** Warnings about the call: former names, parsed strings, deprecations, rules. */
  declare readonly warnings: readonly ToolValidationWarning[];
  declare readonly maxDataLength: number | undefined;
  declare readonly metadata: Readonly<Record<string, unknown>> | undefined;

  /** Simple assignments for speed: every call runs this. */
  constructor(success: Success, data: Data, error: Failure, fields: ResultFields, durationMs: number) {
    this.success = success;
    this.data = data;
    this.error = error;
    this.kind = fields.kind;
    this.message = fields.message;
    this.summary = fields.summary;
    this.mimeType = fields.mimeType;
    this.display = fields.display;
    this.artifacts = fields.artifacts;
    this.content = fields.content;
    this.durationMs = durationMs;
    this.suggestedFollowUps = fields.suggestedFollowUps;
    this.warnings = fields.warnings;
    this.maxDataLength = fields.maxDataLength;
    this.metadata = fields.metadata;
    Object.freeze(this);
  }

  /** `data` as JSON, truncated to `maxLength` characters with a note. */
  getSerializedData(this: ToolResult, maxLength?: number): string {
    return getSerializedData(this, maxLength);
  }

  toLlmContext(this: ToolResult): string {
    return toLlmContext(this);
  }

  toLogSummary(this: ToolResult): string {
    return toLogSummary(this);
  }

  /** The result as JSON: `data` as in `docs/results.md`, the error without its cause. */
  toJSON(this: ToolResult): Record<string, unknown> {
    return resultToJson(this);
  }
}

// Inherited, so that spreads and JSON do not contain it.
Object.defineProperty(ResultObject.prototype, brand, { value: true });

type Method = "getSerializedData" | "toLlmContext" | "toLogSummary" | "toJSON";

/** The fields of a result besides its outcome and duration: complete, with frozen lists. */
export type ResultFields = Omit<ToolFailure, "success" | "data" | "error" | "durationMs" | Method>;

/** The result fields that a factory or the executor may set; `undefined` means not set. */
export type ToolResultInit = {
  readonly [Name in keyof ResultFields | "durationMs"]?: ToolFailure[Name] | undefined;
};

export function completeFields(init: ToolResultInit, message: string = succeededMessage): ResultFields {
  return {
    kind: init.kind ?? "structured",
    message: init.message ?? message,
    summary: init.summary,
    mimeType: init.mimeType,
    display: init.display,
    artifacts: frozen(init.artifacts),
    content: frozen(init.content),
    suggestedFollowUps: frozen(init.suggestedFollowUps),
    warnings: frozen(init.warnings),
    maxDataLength: init.maxDataLength,
    metadata: init.metadata,
  };
}

function frozen<Item>(list: readonly Item[] = none): readonly Item[] {
  return list === none || Object.isFrozen(list) ? list : Object.freeze([...list]);
}

/** Creates a success from complete fields, as the executor does for returned data. */
export function makeSuccessOf<Data>(data: Data, fields: ResultFields, durationMs: number): ToolSuccess<Data> {
  return new ResultObject<true, Data, undefined>(true, data, undefined, fields, durationMs);
}

export function makeSuccess<Data>(data: Data, init: ToolResultInit): ToolSuccess<Data> {
  return makeSuccessOf(data, completeFields(init), init.durationMs ?? 0);
}

export function isPlainSuccess({ success, message }: ToolResult): boolean {
  return success && message === succeededMessage;
}

/** Makes a failure; the message defaults to the error's. */
export function makeFailure(error: ToolError, init: ToolResultInit = nothing, data?: unknown): ToolFailure {
  const fields = completeFields(init, error.message);
  const frozenError = Object.freeze(error);
  return new ResultObject<false, unknown, ToolError>(false, data, frozenError, fields, init.durationMs ?? 0);
}

/** The same result with some fields replaced; `undefined` fields are ignored. */
export function withFields<Data>(result: ToolResult<Data>, init: ToolResultInit): ToolResult<Data> {
  const fields = { ...result, ...presentFields(init) };
  return result.success ? makeSuccess(result.data, fields) : makeFailure(result.error, fields, result.data);
}

/** The output of `result.toJSON()`. */
export interface ResultJson extends ToolResultInit {
  readonly success: boolean;
  readonly data?: unknown;
  readonly error?: ToolError;
}

const lists = ["artifacts", "content", "suggestedFollowUps", "warnings"] as const;

/** Restores a result, with its methods, from JSON. Omits list fields that are not lists. */
export function resultFromJson({ success, data, error, ...fields }: ResultJson): ToolResult {
  const init = { ...fields };
  for (const name of lists) if (!Array.isArray(init[name])) delete init[name];
  if (success) return makeSuccess(data, init);
  return makeFailure({ code: undefined, message: fields.message ?? "", ...error }, init, data);
}

/** Whether a value is a result of these factories, even of another copy of the runtime. */
export function isToolResult(value: unknown): value is ToolResult {
  if (typeof value !== "object" || value === null) return false;
  try {
    return brand in value;
  } catch {
    // A proxy may throw; a result does not.
    return false;
  }
}

/** Makes results. */
export const ToolResult = {
  succeeded<Data = undefined>(data?: Data, message?: string): ToolSuccess<Data> {
    // Without `data`, the type is `undefined`.
    return makeSuccess(data as Data, { message });
  },
  succeededWithArtifacts: <Data = undefined>(
    artifacts: Iterable<ToolArtifact>,
    data?: Data,
    message?: string,
  ): ToolSuccess<Data> => makeSuccess(data as Data, { artifacts: [...artifacts], message }),
  failed: (message: string, code?: ToolErrorCode, partialData?: unknown): ToolFailure =>
    makeFailure({ code, message }, nothing, partialData),
  /** The tool threw. `context` describes what it was doing. */
  fromError(thrown: unknown, context?: string): ToolFailure {
    const error = errorFromUnknown(thrown);
    return context === undefined
      ? makeFailure(error)
      : makeFailure({ ...error, message: `${context}: ${error.message}` }, { message: context });
  },
  cancelled: (message = "Operation was cancelled by user"): ToolFailure =>
    makeFailure({ code: "Cancelled", message: "Operation was cancelled" }, { message }),
  denied(reason?: string): ToolFailure {
    const message = "Operation was denied by user";
    return makeFailure({ code: "Denied", message }, { message: reason ?? message });
  },
  /** The parameters are invalid; the errors are the result's data. */
  validationFailed({ errors }: Pick<ToolValidationResult, "errors">): ToolFailure {
    const message = errors.map((error) => error.message).join("; ");
    const error = { code: "ValidationFailed", message, details: { errors } };
    return makeFailure(error, { message: "Parameter validation failed" }, { errors });
  },
  timeout(durationMs: number): ToolFailure {
    const message = `Operation timed out after ${(durationMs / 1000).toFixed(1)}s`;
    return makeFailure({ code: "Timeout", message }, { message: "Operation timed out", durationMs });
  },
  notAvailable: (reason: string): ToolFailure => makeFailure({ code: "NotAvailable", message: reason }),
};
