import { isToolResult, ToolResult, type RunOutcome } from "@toolkiln/runtime";
import { resultFromJson, serializeData, type ResultJson } from "@toolkiln/runtime/json";
import type { JobRef } from "./decision.js";
import type { QueueSigner } from "./queue-signer.js";

export type RunRef = Pick<JobRef, "execution" | "job">;

/** How a run ended; `queued` when it did not start and must be retried. */
export interface RunEnd {
  readonly status: "completed" | "failed" | "denied" | "timedOut" | "unknown" | "queued";
  /** What the tool returned or threw, or why it did not run; signed. */
  readonly outcome?: string;
  readonly reason?: string;
}

export interface EndedRow extends RunRef {
  readonly status: string;
  readonly reason: string | null;
  readonly outcome: string | null;
}

type Content =
  | { readonly type: "value"; readonly value?: unknown }
  | { readonly type: "result"; readonly result: ResultJson }
  | { readonly type: "error"; readonly name: string; readonly message: string };

/** Serialises what a tool returned; a result above the limit becomes a failure that names its size. */
export function writeReturned(value: unknown, ref: RunRef, signer: QueueSigner, max: number): RunEnd {
  if (isStream(value)) {
    const message = "The tool returned a function, a symbol or a stream, which cannot be serialised.";
    return writeError("InvalidResult", message, ref, signer);
  }
  const { text } = serializeData(value, { maxLength: Number.MAX_SAFE_INTEGER });
  const bytes = Buffer.byteLength(text);
  if (bytes > max) {
    const message = `The tool ran, but its result of ${bytes} bytes exceeds the limit of ${max}. Return less, or raise \`maxResultBytes\` of the worker.`;
    return writeError("ResultTooLarge", message, ref, signer);
  }
  const isResult = isToolResult(value);
  const name = isResult ? "result" : "value";
  // JSON has null, but not `undefined`.
  const field = value === undefined ? "" : `,"${name}":${text || "null"}`;
  const outcome = signer.sign(purposeOf(ref), `{"type":"${name}"${field}}`);
  return { status: isResult && !value.success ? "failed" : "completed", outcome };
}

/** Serialises what a tool threw, or why it did not run. */
export function writeError(name: string, message: string, ref: RunRef, signer: QueueSigner): RunEnd {
  const content: Content = { type: "error", name, message };
  return { status: "failed", outcome: signer.sign(purposeOf(ref), JSON.stringify(content)) };
}

/** The outcome in the row of an ended execution. */
export function outcomeOf(row: EndedRow, signer: QueueSigner): RunOutcome {
  const { status, reason } = row;
  if (status === "cancelled") {
    return { type: "returned", value: ToolResult.cancelled("Cancelled. The tool may have run already.") };
  }
  if (status === "timedOut") {
    return { type: "returned", value: ToolResult.failed("The call timed out.", "Timeout") };
  }
  if (status === "unknown") {
    const why = reason ?? "no reason recorded";
    return { type: "unknown", reason: `The outcome is unknown (${why}): the tool may have run.` };
  }
  const written = signer.verify(purposeOf(row), row.outcome);
  if (written === undefined) {
    return { type: "unknown", reason: "The signature of the result is invalid." };
  }
  // A valid signature proves that the functions above wrote it.
  const content = JSON.parse(written) as Content;
  if (content.type === "value") return { type: "returned", value: content.value };
  if (content.type === "result") return { type: "returned", value: resultFromJson(content.result) };
  return { type: "threw", thrown: Object.assign(new Error(content.message), { name: content.name }) };
}

/** Binds an outcome to its run. */
function purposeOf({ execution, job }: RunRef): string {
  return `outcome ${job} ${execution}`;
}

function isStream(value: unknown): boolean {
  if (typeof value === "function" || typeof value === "symbol") return true;
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}
