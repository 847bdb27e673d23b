import { isToolResult, ToolResult, type RunOutcome } from "@toolkiln/runtime";
import { resultFromJson, serializeData, type ResultJson } from "@toolkiln/runtime/json";
import type { QueueSigner } from "./queue-signer.js";

/** The outcome of a run as its worker writes it down. */
export interface WrittenOutcome {
  readonly status: "completed" | "failed";
  readonly outcome: string;
}

type Content =
  | { readonly type: "value"; readonly value?: unknown }
  | { readonly type: "result"; readonly result: ResultJson }
  | { readonly type: "error"; readonly name: string; readonly message: string };

/** Which run an outcome is of. */
export interface RunPlace {
  readonly execution: string;
  readonly job: string;
}

/** Writes what a tool returned; one that is larger than allowed is a failure that tells so. */
export function writeReturned(
  value: unknown,
  place: RunPlace,
  maxBytes: number,
  signer: QueueSigner,
): WrittenOutcome {
  if (isStream(value)) {
    const message = "The tool returned a function, a stream or an iterator, which cannot leave the worker.";
    return writeError("InvalidResult", message, place, signer);
  }
  const isResult = isToolResult(value);
  const { text, truncated } = serializeData(value, { maxLength: maxBytes });
  if (truncated || Buffer.byteLength(text) > maxBytes) {
    const message = `The tool ran, but its result has ${sizeOf(value)} bytes and at most ${maxBytes} are sent back. Return less, or raise \`maxResultBytes\` of the worker.`;
    return writeError("ResultTooLarge", message, place, signer);
  }
  const content = isResult ? `{"type":"result","result":${text}}` : valueText(value, text);
  return {
    status: isResult && !value.success ? "failed" : "completed",
    outcome: signer.sign(purposeOf(place), content),
  };
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

/** The outcome that a worker wrote; unknown when nobody who holds the key did. */
export function readOutcome(text: string | null, place: RunPlace, signer: QueueSigner): RunOutcome {
  const written = text === null ? undefined : signer.verify(purposeOf(place), text);
  if (written === undefined) {
    return {
      type: "unknown",
      reason: "The result in the database was not written by a worker that holds the key.",
    };
  }
  // What the key signed is what the functions above wrote.
  const content = JSON.parse(written) as Content;
  if (content.type === "value") return { type: "returned", value: content.value };
  if (content.type === "result") return { type: "returned", value: resultFromJson(content.result) };
  return { type: "threw", thrown: Object.assign(new Error(content.message), { name: content.name }) };
}

/** An outcome as a result, for those who were not there when it came. */
export function resultOf(outcome: RunOutcome): ToolResult {
  if (outcome.type === "threw") return ToolResult.fromError(outcome.thrown);
  if (outcome.type !== "returned") return ToolResult.failed(outcome.reason, "OutcomeUnknown");
  return isToolResult(outcome.value) ? outcome.value : ToolResult.succeeded(outcome.value);
}

/** Binds an outcome to the one run that it is of. */
function purposeOf({ execution, job }: RunPlace): string {
  return `outcome ${job} ${execution}`;
}

function valueText(value: unknown, text: string): string {
  if (value === undefined) return `{"type":"value"}`;
  return `{"type":"value","value":${value === null ? "null" : text}}`;
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
