import { isToolResult, ToolResult, type RunOutcome } from "@toolkiln/runtime";
import { resultFromJson, serializeData, type ResultJson } from "@toolkiln/runtime/json";
import type { JobPlace } from "./decision.js";
import type { QueueSigner } from "./queue-signer.js";

export type RunPlace = Pick<JobPlace, "execution" | "job">;

/** How a run ended, as its worker writes it down; `queued` when it did not begin and is to be tried again. */
export interface RunEnd {
  readonly status: "completed" | "failed" | "denied" | "timedOut" | "unknown" | "queued";
  /** What the tool returned or threw, signed. */
  readonly outcome?: string;
  readonly reason?: string;
}

export interface EndedRow extends RunPlace {
  readonly status: string;
  readonly reason: string | null;
  readonly outcome: string | null;
}

type Content =
  | { readonly type: "value"; readonly value?: unknown }
  | { readonly type: "result"; readonly result: ResultJson }
  | { readonly type: "error"; readonly name: string; readonly message: string };

/** Writes what a tool returned; a result that is larger than allowed is a failure with its size. */
export function writeReturned(value: unknown, place: RunPlace, signer: QueueSigner, max: number): RunEnd {
  if (isStream(value)) {
    const message = "The tool returned a function, a stream or an iterator, which cannot leave the worker.";
    return writeError("InvalidResult", message, place, signer);
  }
  const { text } = serializeData(value, { maxLength: Number.MAX_SAFE_INTEGER });
  const bytes = Buffer.byteLength(text);
  if (bytes > max) {
    const message = `The tool ran, but its result has ${bytes} bytes and at most ${max} are sent back. Return less, or raise \`maxResultBytes\` of the worker.`;
    return writeError("ResultTooLarge", message, place, signer);
  }
  const isResult = isToolResult(value);
  const name = isResult ? "result" : "value";
  // `undefined` has no text, null is written as one.
  const field = value === undefined ? "" : `,"${name}":${text || "null"}`;
  const outcome = signer.sign(purposeOf(place), `{"type":"${name}"${field}}`);
  return { status: isResult && !value.success ? "failed" : "completed", outcome };
}

/** Writes what a tool threw, or why it did not run. */
export function writeError(name: string, message: string, place: RunPlace, signer: QueueSigner): RunEnd {
  const content: Content = { type: "error", name, message };
  return { status: "failed", outcome: signer.sign(purposeOf(place), JSON.stringify(content)) };
}

/** The outcome that the row of an ended execution stands for. */
export function outcomeOf(row: EndedRow, signer: QueueSigner): RunOutcome {
  const { status, reason } = row;
  if (status === "cancelled") {
    return { type: "returned", value: ToolResult.cancelled("The call was cancelled in the queue.") };
  }
  if (status === "timedOut") {
    return { type: "returned", value: ToolResult.failed("The call timed out.", "Timeout") };
  }
  if (status === "unknown") {
    const why = reason ?? "no reason is known";
    return { type: "unknown", reason: `The worker was lost (${why}): whether the tool ran is unknown.` };
  }
  const written = signer.verify(purposeOf(row), row.outcome);
  if (written === undefined) {
    return { type: "unknown", reason: "The result was not written by a worker that holds the key." };
  }
  // What the key signed is what the functions above wrote.
  const content = JSON.parse(written) as Content;
  if (content.type === "value") return { type: "returned", value: content.value };
  if (content.type === "result") return { type: "returned", value: resultFromJson(content.result) };
  return { type: "threw", thrown: Object.assign(new Error(content.message), { name: content.name }) };
}

/** Binds an outcome to the one run that it is of. */
function purposeOf({ execution, job }: RunPlace): string {
  return `outcome ${job} ${execution}`;
}

function isStream(value: unknown): boolean {
  if (typeof value === "function" || typeof value === "symbol") return true;
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}
