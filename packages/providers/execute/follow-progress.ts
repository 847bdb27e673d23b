import type { ToolProgress, ToolProgressInit } from "@toolkiln/runtime";
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
    if (step !== undefined) yield { status: "inProgress", progress: toPlain(step) };
    else await new Promise<void>((resolve) => (wake = resolve));
  }
  return running;
}

/** A report as plain data. */
function toPlain({ message, ...fields }: ToolProgressInit): ToolProgressInit {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { message, ...Object.fromEntries(present) };
}
