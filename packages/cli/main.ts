import { errorReason } from "@toolkiln/generator/node-host";
import { exitCode } from "./command.js";
import { exitOnInterrupt } from "./interruption.js";
import { log } from "./output.js";
import { runCommandLine } from "./run-command-line.js";

/** Exits silently when the pipe is closed (`toolkiln list | head`), with a message on errors such as a full disk. */
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(process.exitCode ?? exitCode.ok);
  log(`Cannot write to standard output: ${errorReason(error)}.`);
  process.exit(exitCode.usage);
});
// Without standard error, the exit code still reports the outcome.
process.stderr.on("error", () => process.exit(process.exitCode ?? exitCode.ok));

exitOnInterrupt();
void runCommandLine(process.argv.slice(2));
