import type { ProjectOptions } from "@toolkiln/project";
import type { CallCheck, Decision, Outcome, Params, Run, TestReport } from "../protocol.js";

/** What the process that runs tools needs to know. */
export interface ExecutorSettings {
  readonly project: ProjectOptions;
  readonly workspacePath: string;
  readonly inject: Params;
  /** Whether only calls of safe effective risk run. */
  readonly readOnly: boolean;
}

/** A call of a tool. */
export interface ToolCall {
  readonly runId: string;
  readonly toolId: string;
  readonly params: Params;
}

/** What the process does on request, by name: what it is given and what it returns. */
export interface Requests {
  readonly open: readonly [ExecutorSettings, void];
  readonly check: readonly [Omit<ToolCall, "runId">, CallCheck];
  readonly run: readonly [ToolCall, Outcome];
  readonly test: readonly [string, readonly TestReport[]];
  readonly decide: readonly [{ readonly runId: string; readonly decision: Decision }, void];
  readonly cancel: readonly [string, void];
  /** Ends the process once its calls have ended. */
  readonly retire: readonly [undefined, void];
}

/** A request on its way to the process. */
export type Request = {
  [Name in keyof Requests]: { readonly id: number; readonly name: Name; readonly given: Requests[Name][0] };
}[keyof Requests];

/** What happens to a call while it runs. */
export type RunChange = Pick<Run, "progress" | "question">;

/** What the process sends: an answer, a refusal, or what happens to a call. */
export type Reply =
  | { readonly id: number; readonly answer: Requests[keyof Requests][1] }
  | { readonly id: number; readonly refusal: string }
  | { readonly runId: string; readonly change: RunChange };

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
