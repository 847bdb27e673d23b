import { asCommandError, type CommandError } from "./command-error.js";
import { exitCode } from "./exit-code.js";
import { exitOnInterrupt } from "./interruption.js";
import { printJson, tell, visible } from "./output.js";
import { version } from "./version.js";

/** Runs the command line. The program is imported after the shortest way out, which needs none of it. */
async function main(args: readonly string[]): Promise<void> {
  if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) {
    process.stdout.write(`${version}\n`);
    return;
  }
  exitOnInterrupt();
  const { createProgram } = await import("./program.js");
  // A command's options are known when it is called, so its help is asked of the command itself.
  const [first, name, ...rest] = args;
  const asked = first === "help" && name !== undefined && rest.length === 0 ? [name, "--help"] : args;
  await createProgram().parseAsync(asked, { from: "user" });
}

/** Says what went wrong, for people and, when asked, as the one document on standard output. */
function report(error: CommandError, args: readonly string[]): void {
  if (error.exitCode === exitCode.ok) return;
  // What was typed, and the names of files, come back in messages.
  tell(visible(error.message));
  if (args.includes("--verbose") && error.cause instanceof Error) tell(visible(error.cause.stack ?? ""));
  if (args.includes("--json")) {
    printJson({ error: { message: error.message, exitCode: error.exitCode } });
  }
  process.exitCode = error.exitCode;
}

/** A reader that went away (`toolkiln list | head`) is no error of ours. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    process.exit(error.code === "EPIPE" ? (process.exitCode ?? exitCode.ok) : exitCode.bug);
  });
}

const args = process.argv.slice(2);
main(args).catch((error: unknown) => report(asCommandError(error), args));
