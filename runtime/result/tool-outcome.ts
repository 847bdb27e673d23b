import type { DisplayHints } from "../kinds/display-hints.js";
import type { ToolValidationWarning } from "../validation/tool-validation-warning.js";
import type { ContentPart } from "./content-part.js";
import type { ToolArtifact } from "./tool-artifact.js";
import type { ToolError } from "./tool-error.js";

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
  /** What the model is shown beside the data: images, audio, files, links, text. */
  readonly content: readonly ContentPart[];
  readonly durationMs: number;
  readonly suggestedFollowUps: readonly string[];
  /** What is worth knowing about the call: former names, parsed strings, deprecations, rules. */
  readonly warnings: readonly ToolValidationWarning[];
  readonly maxDataLength: number | undefined;
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
  /** `data` as JSON, cut to `maxLength` characters with a note. */
  getSerializedData(maxLength?: number): string;
  /** The result as a model reads it. */
  toLlmContext(): string;
  /** The result as one line of a log. */
  toLogSummary(): string;
  /** The result as JSON: `data` in its documented encoding, the error without its cause. */
  toJSON(): Record<string, unknown>;
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

/** Either of the two; applications know it as `ToolResult`. */
export type ToolOutcome<Data = unknown> = ToolSuccess<Data> | ToolFailure;

type SettableFields = Omit<
  ToolResultFields,
  "getSerializedData" | "toLlmContext" | "toLogSummary" | "toJSON"
>;

/** The parts of a result that a factory or the executor may set; one that is `undefined` is not set. */
export type ToolResultInit = {
  readonly [Name in keyof SettableFields]?: SettableFields[Name] | undefined;
};
