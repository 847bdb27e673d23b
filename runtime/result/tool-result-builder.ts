import type { DisplayHints } from "../kinds/display-hints.js";
import type { ContentPart } from "./content-part.js";
import { errorFromUnknown } from "./error-from-unknown.js";
import { none } from "./none.js";
import { presentFields } from "./present-fields.js";
import { defaultMaxDataLength, writeData } from "./serialized-data.js";
import { ToolArtifact } from "./tool-artifact.js";
import type { ToolError, ToolErrorCode } from "./tool-error.js";
import type { ToolResultInit } from "./tool-outcome.js";
import { makeFailure, makeSuccess, type ToolResult } from "./tool-result.js";

/** Data whose literals were kept: a contract expects its strings and numbers, but not that it is readonly. */
type Writable<T> = T extends readonly unknown[]
  ? { -readonly [Key in keyof T]: Writable<T[Key]> }
  : T extends object
    ? [Extract<T[keyof T], (...args: never) => unknown>] extends [never]
      ? { -readonly [Key in keyof T]: Writable<T[Key]> }
      : T
    : T;

/** Puts a result together step by step. Prefer to return the data, or `{ kind, data, summary, display }`. */
export class ToolResultBuilder<Data = undefined> {
  #data: unknown = undefined;
  /** Absent while it is to be a success. */
  #error: ToolError | undefined = undefined;
  #fields: ToolResultInit = {};

  /** A builder of a success, until `asFailure` or `asCancelled` is called. */
  static create(): ToolResultBuilder {
    return new ToolResultBuilder();
  }

  /** A builder of a success. */
  static success(): ToolResultBuilder {
    return new ToolResultBuilder();
  }

  /** A builder of a failure. */
  static failure(error: string): ToolResultBuilder {
    return new ToolResultBuilder().asFailure(error);
  }

  /** The tool did what it was asked. */
  asSuccess(): this {
    this.#error = undefined;
    return this;
  }

  /** The tool failed. Replaces error and code; a message that is set already stays. */
  asFailure(error: string, code?: ToolErrorCode): this {
    return this.#fail({ ...this.#error, message: error, code });
  }

  /** The caller gave up. */
  asCancelled(message = "Operation was cancelled by user"): this {
    return this.asFailure("Operation was cancelled", "Cancelled").withMessage(message);
  }

  /** Something was thrown. Fills in what is missing of error, code and message, and keeps the cause for logs. */
  withException(thrown: unknown): this {
    return this.#fail({ ...errorFromUnknown(thrown), ...presentFields({ ...this.#error }), cause: thrown });
  }

  /** What the tool has to give. */
  withData<const Next>(data: Next): ToolResultBuilder<Writable<Next>> {
    this.#data = data;
    // The same builder: its type parameter says what `#data` holds from now on.
    return this as unknown as ToolResultBuilder<Writable<Next>>;
  }

  /** For people and models. */
  withMessage(message: string): this {
    return this.#with({ message });
  }

  /** Adds something that the tool left behind or touched. */
  withArtifact(artifact: ToolArtifact): this {
    return this.withArtifacts([artifact]);
  }

  /** Adds several artifacts. */
  withArtifacts(artifacts: Iterable<ToolArtifact>): this {
    return this.#with({ artifacts: [...(this.#fields.artifacts ?? none), ...artifacts] });
  }

  /** Adds a file that was created or modified. */
  withFileArtifact(path: string, isNew = false, description?: string): this {
    return this.withArtifact(ToolArtifact.file(path, isNew, description));
  }

  /** Adds a directory that was created or modified. */
  withDirectoryArtifact(path: string, isNew = false, description?: string): this {
    return this.withArtifact(ToolArtifact.directory(path, isNew, description));
  }

  /** Adds a file that is gone. */
  withDeletedFile(path: string, description?: string): this {
    return this.withArtifact(ToolArtifact.deletedFile(path, description));
  }

  /** Adds what the model is shown beside the data. */
  withContent(...parts: readonly ContentPart[]): this {
    return this.#with({ content: [...(this.#fields.content ?? none), ...parts] });
  }

  /** How long it took, in milliseconds. */
  withDuration(durationMs: number): this {
    return this.#with({ durationMs });
  }

  /** Proposes what to do next. */
  withSuggestion(suggestion: string): this {
    return this.withSuggestions([suggestion]);
  }

  /** Proposes several things. */
  withSuggestions(suggestions: Iterable<string>): this {
    return this.#with({ suggestedFollowUps: [...(this.#fields.suggestedFollowUps ?? none), ...suggestions] });
  }

  /** Characters of data that a model is shown at most; `metadata.truncation` records whether that cuts it. */
  withTruncation(maxDataLength: number = defaultMaxDataLength): this {
    return this.#with({ maxDataLength });
  }

  /** Adds a value for programs. */
  withMetadata(key: string, value: unknown): this {
    return this.#with({ metadata: { ...this.#fields.metadata, [key]: value } });
  }

  /** The kind of the data; the executor stamps the contract's. */
  withKind(kind: string): this {
    return this.#with({ kind });
  }

  /** One line for a compact view. */
  withSummary(summary: string): this {
    return this.#with({ summary });
  }

  /** How the data is to be read. */
  withMimeType(mimeType: string): this {
    return this.#with({ mimeType });
  }

  /** How the data would like to be shown. */
  withDisplay(display: DisplayHints): this {
    return this.#with({ display });
  }

  /** The result. The builder may go on and build another. */
  build(): ToolResult<Data> {
    const { message, maxDataLength } = this.#fields;
    const init = { ...this.#fields, message: message || undefined };
    if (maxDataLength !== undefined) {
      const { truncated, totalLength } = writeData(this.#data, maxDataLength);
      if (truncated)
        init.metadata = { ...init.metadata, truncation: { maxLength: maxDataLength, totalLength } };
    }
    if (this.#error !== undefined) return makeFailure(this.#error, init, this.#data);
    // `withData` is the only way to set `#data`, and gave the builder this type.
    return makeSuccess(this.#data as Data, init);
  }

  #fail(error: ToolError): this {
    this.#error = error;
    return this.#with({ message: this.#fields.message || error.message });
  }

  #with(fields: ToolResultInit): this {
    this.#fields = { ...this.#fields, ...fields };
    return this;
  }
}
