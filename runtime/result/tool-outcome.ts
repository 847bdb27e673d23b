import type { DisplayHints } from "../kinds/display-hints.js";
import type { ToolValidationWarning } from "../validation/tool-validation-warning.js";
import type { ContentPart } from "./content-part.js";
import type { ToolArtifact } from "./tool-artifact.js";

export interface ToolResultFields {
  /** The kind of `data`; set by the executor from the contract. */
  readonly kind: string;
  readonly message: string;
  /** One line for a compact view. */
  readonly summary: string | undefined;
  readonly mimeType: string | undefined;
  readonly display: DisplayHints | undefined;
  readonly artifacts: readonly ToolArtifact[];
  /** Content for the model in addition to the data: images, audio, files, links, text. */
  readonly content: readonly ContentPart[];
  readonly durationMs: number;
  readonly suggestedFollowUps: readonly string[];
  /** Warnings about the call: former names, parsed strings, deprecations, rules. */
  readonly warnings: readonly ToolValidationWarning[];
  readonly maxDataLength: number | undefined;
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
  /** `data` as JSON, cut to `maxLength` characters with a note. */
  getSerializedData(maxLength?: number): string;
  toLlmContext(): string;
  toLogSummary(): string;
  /** The result as JSON: `data` as documented, the error without its cause. */
  toJSON(): Record<string, unknown>;
}

/** The tool succeeded. */
export interface ToolSuccess<Data> extends ToolResultFields {
  readonly success: true;
  readonly data: Data;
  readonly error: undefined;
}

/** The tool failed, at least in part. */
export interface ToolFailure extends ToolResultFields {
  readonly success: false;
  /** Partial data from before the failure. */
  readonly data: unknown;
  readonly error: ToolError;
}

/** A success or a failure; the public name is `ToolResult`. */
export type ToolOutcome<Data = unknown> = ToolSuccess<Data> | ToolFailure;

export type SettableFields = Omit<
  ToolResultFields,
  "getSerializedData" | "toLlmContext" | "toLogSummary" | "toJSON"
>;

/** The result fields that a factory or the executor may set; `undefined` means not set. */
export type ToolResultInit = {
  readonly [Name in keyof SettableFields]?: SettableFields[Name] | undefined;
};

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
