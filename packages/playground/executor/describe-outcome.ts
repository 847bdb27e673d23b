import type { ToolExecution } from "@toolkiln/runtime";
import { isRecord, toJsonValue } from "@toolkiln/runtime/json";
import type { Outcome } from "../protocol.js";
import { renderPages } from "./render-pages.js";

type Ended = Pick<ToolExecution, "status" | "approval" | "durationMs" | "result"> & {
  readonly envelope: unknown;
};

/** How a call ended, in every form that the page shows. */
export function describeOutcome(
  { status, approval, durationMs, result, envelope }: Ended,
  trace: string,
): Outcome {
  const { success, kind, artifacts } = result;
  const plain = toJsonValue(result.toJSON());
  return {
    status,
    approval,
    durationMs,
    success,
    kind,
    artifacts: artifacts.map(({ type, path, action }) => ({ type, path, action })),
    trace,
    result: isRecord(plain) ? plain : {},
    envelope: toJsonValue(envelope),
    modelText: result.toLlmContext(),
    pages: renderPages(result),
  };
}
