import type { ToolProgress } from "@toolkiln/runtime";
import { presentFields } from "@toolkiln/runtime/json";
import type { RunningOutput } from "./tool-output.js";

/** Maximum buffered reports. */
const maxWaiting = 100;

/** Runs a function that reports progress, and yields each report. */
export async function* followProgress<Result>(
  start: (report: (step: ToolProgress) => void) => Promise<Result>,
): AsyncGenerator<RunningOutput, Result, undefined> {
  const reported: ToolProgress[] = [];
  let wake: () => void = () => undefined;
  const state = { running: true };
  const running = start((step) => {
    // Drop the oldest report for a slow consumer.
    if (reported.length >= maxWaiting) reported.shift();
    reported.push(step);
    wake();
  }).finally(() => {
    state.running = false;
    wake();
  });
  // `return running` below rethrows the error.
  running.catch(() => undefined);
  while (state.running || reported.length > 0) {
    const step = reported.shift();
    if (step !== undefined) yield { status: "inProgress", progress: presentFields(step) };
    else await new Promise<void>((resolve) => (wake = resolve));
  }
  return running;
}
