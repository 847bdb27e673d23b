import type {
  ToolExecution,
  ToolExecutionStatus,
  ToolFailure,
  ToolProgressInit,
  ToolResult,
} from "@toolkiln/runtime";
import { resultFromJson, type ResultJson } from "@toolkiln/runtime/json";

/** How a call ended. */
export type CallOutcome = Pick<ToolExecution, "status" | "result">;

/** A running call with its progress. */
export interface RunningOutput {
  readonly status: "inProgress";
  readonly success?: undefined;
  readonly progress: ToolProgressInit;
}

type EndedFields = Pick<ToolFailure, "kind" | "message" | "artifacts" | "content" | "warnings"> &
  Partial<Pick<ToolFailure, "summary" | "mimeType" | "display" | "suggestedFollowUps">>;

/** A call that succeeded. */
export interface CompletedOutput<Data> extends EndedFields {
  readonly status: "completed";
  readonly success: true;
  readonly data: Data;
}

/** A call that failed or did not run: `error.code` is the reason, such as `Denied` or the tool's own code. */
export interface FailedOutput extends EndedFields {
  readonly status: Exclude<ToolExecutionStatus, "completed">;
  readonly success: false;
  readonly error: { readonly code?: string; readonly message: string; readonly details?: unknown };
  /** Partial data from before the failure. */
  readonly data?: unknown;
}

/** The state of a call, as plain data for pages and `@toolkiln/render`. */
export type ToolOutput<Data = unknown> = RunningOutput | CompletedOutput<Data> | FailedOutput;

/** The outcome of a call as plain data. */
export function toOutput({ status, result }: CallOutcome): ToolOutput {
  // `toJSON` writes the fields of a result, which agree with the status.
  return { status, ...result.toJSON() } as unknown as ToolOutput;
}

/** Restores the result of an output, which may have been stored as JSON. */
export function resultOf(output: CompletedOutput<unknown> | FailedOutput): ToolResult {
  const { status: _, ...json } = output;
  return resultFromJson(json as ResultJson);
}
