import type { ToolValidationResult } from "../validation/tool-validation-result.js";
import type { ToolArtifact } from "./tool-artifact.js";
import type { ToolErrorCode } from "./tool-error.js";
import type { ToolFailure, ToolSuccess } from "./tool-outcome.js";

/** The ways to make a result. */
export interface ToolResultFactories {
  /** The tool did what it was asked. */
  succeeded(): ToolSuccess<undefined>;
  succeeded<Data>(data: Data, message?: string): ToolSuccess<Data>;
  /** The same, with what the tool left behind. */
  succeededWithArtifacts(artifacts: Iterable<ToolArtifact>): ToolSuccess<undefined>;
  succeededWithArtifacts<Data>(
    artifacts: Iterable<ToolArtifact>,
    data: Data,
    message?: string,
  ): ToolSuccess<Data>;
  /** The tool failed; data collected so far may be kept. */
  failed(message: string, code?: ToolErrorCode, partialData?: unknown): ToolFailure;
  /** The tool threw. `context` says what was being done. */
  fromError(thrown: unknown, context?: string): ToolFailure;
  /** The caller gave up. */
  cancelled(message?: string): ToolFailure;
  /** Nobody approved the call. */
  denied(reason?: string): ToolFailure;
  /** The parameters cannot be used; the errors are the result's data. */
  validationFailed(validation: Pick<ToolValidationResult, "errors">): ToolFailure;
  /** The call ran longer than it may. */
  timeout(durationMs: number): ToolFailure;
  /** The tool cannot be used at the moment. */
  notAvailable(reason: string): ToolFailure;
}
