import { exitCode } from "./command.js";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

let handler: () => void = exitNow;

function exitNow(): void {
  process.exit(exitCode.interrupted);
}

/** Exits on SIGINT, SIGTERM or SIGHUP, unless a command handles the interruption. */
export function exitOnInterrupt(): void {
  for (const signal of signals) process.on(signal, () => handler());
}

/** Calls `finish` when the command is interrupted; a second interruption ends the process immediately. */
export function handleInterrupt(finish: () => void): () => void {
  handler = () => {
    handler = exitNow;
    finish();
  };
  return () => {
    handler = exitNow;
  };
}

/** Interrupts like Ctrl-C, for prompts that read the key themselves. */
export function interrupt(): void {
  handler();
}

/** Waits for an interruption, as servers do. */
export function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => handleInterrupt(resolve));
}
