import { isToolResult, ToolResult, type RunOutcome } from "@toolkiln/runtime";
import { resultFromJson, serializeData, type ResultJson } from "@toolkiln/runtime/json";
import type { Decision } from "./decision.js";
import type { QueueSigner } from "./queue-signer.js";

/** The outcome of a run as its worker writes it down. */
export interface WrittenOutcome {
  readonly status: "completed" | "failed";
  readonly outcome: string;
}

/** Which run an outcome is of. */
export type RunPlace = Pick<Decision, "execution" | "job">;

/** How an execution ended, as its row says. */
export interface EndedRow extends RunPlace {
  readonly status: string;
  readonly reason: string | null;
  readonly outcome: string | null;
}

type Content =
  | { readonly type: "value"; readonly value?: unknown }
  | { readonly type: "result"; readonly result: ResultJson }
  | { readonly type: "error"; readonly name: string; readonly message: string };

/** Writes what a tool returned; one that is larger than allowed is a failure that tells so. */
export function writeReturned(
  value: unknown,
  place: RunPlace,
  signer: QueueSigner,
  maxBytes: number,
): WrittenOutcome {
  if (isStream(value)) {
    const message = "The tool returned a function, a stream or an iterator, which cannot leave the worker.";
    return writeError("InvalidResult", message, place, signer);
  }
  const { text, truncated } = serializeData(value, { maxLength: maxBytes });
  if (truncated || Buffer.byteLength(text) > maxBytes) {
    const message = `The tool ran, but its result has ${sizeOf(value)} bytes and at most ${maxBytes} are sent back. Return less, or raise \`maxResultBytes\` of the worker.`;
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
export function writeError(
  name: string,
  message: string,
  place: RunPlace,
  signer: QueueSigner,
): WrittenOutcome {
  const content: Content = { type: "error", name, message };
  return { status: "failed", outcome: signer.sign(purposeOf(place), JSON.stringify(content)) };
}

/** The outcome that the row of an ended execution stands for. */
export function outcomeOf(row: EndedRow, signer: QueueSigner): RunOutcome {
  switch (row.status) {
    case "completed":
    case "failed":
    case "denied":
      return readOutcome(row, signer);
    case "cancelled":
      return { type: "returned", value: ToolResult.cancelled("The call was cancelled in the queue.") };
    case "timedOut":
      return { type: "returned", value: ToolResult.failed("The call timed out.", "Timeout") };
    default: {
      const reason = `The worker was lost (${row.reason ?? "no reason is known"}): whether the tool ran is unknown.`;
      return { type: "unknown", reason };
    }
  }
}

/** An outcome as a result, for those who were not there when it came. */
export function resultOf(outcome: RunOutcome): ToolResult {
  if (outcome.type === "threw") return ToolResult.fromError(outcome.thrown);
  if (outcome.type !== "returned") return ToolResult.failed(outcome.reason, "OutcomeUnknown");
  return isToolResult(outcome.value) ? outcome.value : ToolResult.succeeded(outcome.value);
}

function readOutcome(row: EndedRow, signer: QueueSigner): RunOutcome {
  const written = row.outcome === null ? undefined : signer.verify(purposeOf(row), row.outcome);
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

function sizeOf(value: unknown): number | string {
  try {
    return Buffer.byteLength(JSON.stringify(value) ?? "");
  } catch {
    return "too many";
  }
}
