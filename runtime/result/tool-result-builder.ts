import type { DisplayHints } from "../kinds/tool-result-value.js";
import type { ContentPart } from "./content-part.js";
import { errorFromUnknown } from "./error-from-unknown.js";
import { none } from "./none.js";
import { presentFields } from "./present-fields.js";
import { defaultMaxDataLength, writeData } from "./serialize-data.js";
import { ToolArtifact } from "./tool-artifact.js";
import { makeFailure, makeSuccess } from "./tool-result.js";
import type { ToolError, ToolErrorCode, ToolResult, ToolResultInit } from "./tool-result.js";

/** Removes `readonly` from data with literal types, because contracts expect mutable data. */
type Writable<T> = T extends readonly unknown[]
  ? { -readonly [Key in keyof T]: Writable<T[Key]> }
  : T extends object
    ? [Extract<T[keyof T], (...args: never) => unknown>] extends [never]
      ? { -readonly [Key in keyof T]: Writable<T[Key]> }
      : T
    : T;

/** Builds a result step by step. Prefer to return the data, or `{ kind, data, summary, display }`. */
export class ToolResultBuilder<Data = undefined> {
  #data: unknown = undefined;
  #error: ToolError | undefined = undefined;
  #fields: ToolResultInit = {};

  /** Starts as a success; `asFailure`, `asCancelled` and `withException` make it a failure. */
  static create(): ToolResultBuilder {
    return new ToolResultBuilder();
  }

  static success(): ToolResultBuilder {
    return new ToolResultBuilder();
  }

  static failure(error: string): ToolResultBuilder {
    return new ToolResultBuilder().asFailure(error);
  }

  asSuccess(): this {
    this.#error = undefined;
    return this;
  }

  /** The tool failed. Replaces error and code; keeps a message that is set already. */
  asFailure(error: string, code?: ToolErrorCode): this {
    return this.#fail({ ...this.#error, message: error, code });
  }

  asCancelled(message = "Operation was cancelled by user"): this {
    return this.asFailure("Operation was cancelled", "Cancelled").withMessage(message);
  }

  /** Something was thrown. Fills in a missing error, code and message, and keeps the cause for logs. */
  withException(thrown: unknown): this {
    return this.#fail({ ...errorFromUnknown(thrown), ...presentFields({ ...this.#error }), cause: thrown });
  }

  withData<const Next>(data: Next): ToolResultBuilder<Writable<Next>> {
    this.#data = data;
    // The same builder with the new type of `#data`.
    return this as unknown as ToolResultBuilder<Writable<Next>>;
  }

  withMessage(message: string): this {
    return this.#with({ message });
  }

  withArtifact(artifact: ToolArtifact): this {
    return this.withArtifacts([artifact]);
  }

  withArtifacts(artifacts: Iterable<ToolArtifact>): this {
    return this.#with({ artifacts: [...(this.#fields.artifacts ?? none), ...artifacts] });
  }

  withFileArtifact(path: string, isNew = false, description?: string): this {
    return this.withArtifact(ToolArtifact.file(path, isNew, description));
  }

  withDirectoryArtifact(path: string, isNew = false, description?: string): this {
    return this.withArtifact(ToolArtifact.directory(path, isNew, description));
  }

  withDeletedFile(path: string, description?: string): this {
    return this.withArtifact(ToolArtifact.deletedFile(path, description));
  }

  withContent(...parts: readonly ContentPart[]): this {
    return this.#with({ content: [...(this.#fields.content ?? none), ...parts] });
  }

  withDuration(durationMs: number): this {
    return this.#with({ durationMs });
  }

  withSuggestion(suggestion: string): this {
    return this.withSuggestions([suggestion]);
  }

  withSuggestions(suggestions: Iterable<string>): this {
    return this.#with({ suggestedFollowUps: [...(this.#fields.suggestedFollowUps ?? none), ...suggestions] });
  }

  /** Limits the data shown to a model, in characters; `metadata.truncation` is set only if it is cut. */
  withTruncation(maxDataLength: number = defaultMaxDataLength): this {
    return this.#with({ maxDataLength });
  }

  withMetadata(key: string, value: unknown): this {
    return this.#with({ metadata: { ...this.#fields.metadata, [key]: value } });
  }

  /** The kind of the data. The executor overrides it with the contract's kind. */
  withKind(kind: string): this {
    return this.#with({ kind });
  }

  withSummary(summary: string): this {
    return this.#with({ summary });
  }

  withMimeType(mimeType: string): this {
    return this.#with({ mimeType });
  }

  withDisplay(display: DisplayHints): this {
    return this.#with({ display });
  }

  /** The result. The builder can be reused. */
  build(): ToolResult<Data> {
    const { message, maxDataLength } = this.#fields;
    const init = { ...this.#fields, message: message || undefined };
    if (maxDataLength !== undefined) {
      const { truncated, totalLength } = writeData(this.#data, maxDataLength);
      if (truncated)
        init.metadata = { ...init.metadata, truncation: { maxLength: maxDataLength, totalLength } };
    }
    if (this.#error !== undefined) return makeFailure(this.#error, init, this.#data);
    // Only `withData` sets `#data`, and it gave the builder this type.
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
