import type { DisplayHints } from "../kinds/display-hints.js";
import type { ToolValidationWarning } from "../validation/tool-validation-warning.js";
import type { ContentPart } from "./content-part.js";
import { errorFromUnknown } from "./error-from-unknown.js";
import { toLlmContext } from "./llm-context.js";
import { toLogSummary } from "./log-summary.js";
import { none, nothing } from "./none.js";
import { presentFields } from "./present-fields.js";
import { resultToJson } from "./result-json.js";
import { getSerializedData } from "./serialized-data.js";
import type { ToolArtifact } from "./tool-artifact.js";
import type { ToolError } from "./tool-error.js";
import type { ToolFailure, ToolOutcome, ToolResultInit, ToolSuccess } from "./tool-outcome.js";
import type { ToolResultFactories } from "./tool-result-factories.js";

/** The outcome of a tool call. Readonly; `success` narrows it to a success or a failure. */
export type ToolResult<Data = unknown> = ToolOutcome<Data>;

/** Marks results of every copy of the runtime; a symbol, so that no data can carry it. */
const brand: unique symbol = Symbol.for("toolkiln.result");

/** The message of a success of which the tool said nothing itself. */
export const succeededMessage = "Operation completed successfully";

/** Success and failure are one class, because a hierarchy costs every call time. */
class ResultObject<Success extends boolean, Data, Failure> {
  declare readonly success: Success;
  declare readonly data: Data;
  declare readonly error: Failure;
  declare readonly kind: string;
  declare readonly message: string;
  declare readonly summary: string | undefined;
  declare readonly mimeType: string | undefined;
  declare readonly display: DisplayHints | undefined;
  declare readonly artifacts: readonly ToolArtifact[];
  declare readonly content: readonly ContentPart[];
  declare readonly durationMs: number;
  declare readonly suggestedFollowUps: readonly string[];
  declare readonly warnings: readonly ToolValidationWarning[];
  declare readonly maxDataLength: number | undefined;
  declare readonly metadata: Readonly<Record<string, unknown>> | undefined;

  /** Plain loads and stores, no merged copies: every call runs this. */
  constructor(
    success: Success,
    data: Data,
    error: Failure,
    message: string,
    init: ToolResultInit,
    durationMs: number,
  ) {
    this.success = success;
    this.data = data;
    this.error = error && Object.freeze(error);
    this.kind = init.kind ?? "structured";
    this.message = init.message ?? message;
    this.summary = init.summary;
    this.mimeType = init.mimeType;
    this.display = init.display;
    this.artifacts = frozen(init.artifacts);
    this.content = frozen(init.content);
    this.durationMs = durationMs;
    this.suggestedFollowUps = frozen(init.suggestedFollowUps);
    this.warnings = frozen(init.warnings);
    this.maxDataLength = init.maxDataLength;
    this.metadata = init.metadata;
    Object.freeze(this);
  }

  get [brand](): true {
    return true;
  }

  getSerializedData(this: ToolOutcome, maxLength?: number): string {
    return getSerializedData(this, maxLength);
  }

  toLlmContext(this: ToolOutcome): string {
    return toLlmContext(this);
  }

  toLogSummary(this: ToolOutcome): string {
    return toLogSummary(this);
  }

  toJSON(this: ToolOutcome): Record<string, unknown> {
    return resultToJson(this);
  }
}

/** A list that nobody can add to; the one that was given stays as it is. */
function frozen<Item>(list: readonly Item[] = none): readonly Item[] {
  return list === none || Object.isFrozen(list) ? list : Object.freeze([...list]);
}

/** Makes a success; the executor passes what the contract says and the time that the call took. */
export function makeSuccess<Data>(
  data: Data,
  init: ToolResultInit,
  durationMs: number = init.durationMs ?? 0,
): ToolSuccess<Data> {
  return new ResultObject<true, Data, undefined>(true, data, undefined, succeededMessage, init, durationMs);
}

/** Whether a result is a success of which the tool said nothing itself. */
export function isPlainSuccess({ success, message }: ToolResult): boolean {
  return success && message === succeededMessage;
}

/** Makes a failure; the message defaults to the error's. */
export function makeFailure(error: ToolError, init: ToolResultInit = nothing, data?: unknown): ToolFailure {
  const { durationMs = 0 } = init;
  return new ResultObject<false, unknown, ToolError>(false, data, error, error.message, init, durationMs);
}

/** The same result with some fields replaced; a field that is `undefined` stays as it was. */
export function withFields<Data>(result: ToolResult<Data>, init: ToolResultInit): ToolResult<Data> {
  const fields = { ...result, ...presentFields(init) };
  return result.success ? makeSuccess(result.data, fields) : makeFailure(result.error, fields, result.data);
}

/** Whether a value is a result that these factories made, also by another copy of the runtime. */
export function isToolResult(value: unknown): value is ToolResult {
  if (typeof value !== "object" || value === null) return false;
  try {
    return brand in value;
  } catch {
    // A proxy may refuse to answer; a result does not.
    return false;
  }
}

function succeeded(): ToolSuccess<undefined>;
function succeeded<Data>(data: Data, message?: string): ToolSuccess<Data>;
function succeeded(data?: unknown, message?: string): ToolSuccess<unknown> {
  return makeSuccess(data, { message });
}

function succeededWithArtifacts(artifacts: Iterable<ToolArtifact>): ToolSuccess<undefined>;
function succeededWithArtifacts<Data>(
  artifacts: Iterable<ToolArtifact>,
  data: Data,
  message?: string,
): ToolSuccess<Data>;
function succeededWithArtifacts(
  artifacts: Iterable<ToolArtifact>,
  data?: unknown,
  message?: string,
): ToolSuccess<unknown> {
  return makeSuccess(data, { artifacts: [...artifacts], message });
}

/** Makes results. */
export const ToolResult: ToolResultFactories = {
  succeeded,
  succeededWithArtifacts,
  failed(message, code, partialData) {
    return makeFailure({ code, message }, nothing, partialData);
  },
  fromError(thrown, context) {
    const error = errorFromUnknown(thrown);
    return context === undefined
      ? makeFailure(error)
      : makeFailure({ ...error, message: `${context}: ${error.message}` }, { message: context });
  },
  cancelled(message = "Operation was cancelled by user") {
    return makeFailure({ code: "Cancelled", message: "Operation was cancelled" }, { message });
  },
  denied(reason) {
    const message = "Operation was denied by user";
    return makeFailure({ code: "Denied", message }, { message: reason ?? message });
  },
  validationFailed({ errors }) {
    const message = errors.map((error) => error.message).join("; ");
    const error = { code: "ValidationFailed", message, details: { errors } };
    return makeFailure(error, { message: "Parameter validation failed" }, { errors });
  },
  timeout(durationMs) {
    const message = `Operation timed out after ${(durationMs / 1000).toFixed(1)}s`;
    return makeFailure({ code: "Timeout", message }, { message: "Operation timed out", durationMs });
  },
  notAvailable(reason) {
    return makeFailure({ code: "NotAvailable", message: reason });
  },
};
