import { exitCode } from "./command.js";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

let handler: () => void = exitNow;

function exitNow(): void {
  process.exit(exitCode.interrupted);
}

/** Ends the process with the exit code of an interruption, unless a command handles it. */
export function exitOnInterrupt(): void {
  for (const signal of signals) process.on(signal, () => handler());
}

/** Lets a command finish in its own way when it is interrupted; a second interruption ends the process at once. */
export function handleInterrupt(finish: () => void): () => void {
  handler = () => {
    handler = exitNow;
    finish();
  };
  return () => {
    handler = exitNow;
  };
}

/** Interrupts as Ctrl-C does where a prompt has taken the key for itself. */
export function interrupt(): void {
  handler();
}
