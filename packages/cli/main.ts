import { refusalOf } from "@toolkiln/generator/node-host";
import { asCommandError, type CommandError, exitCode } from "./command.js";
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
  await createProgram().parseAsync(await withoutHelpCommand(args), { from: "user" });
}

/** Turns `help run` into `run --help`: a command's options are known only when it is called. Unknown names are left alone. */
async function withoutHelpCommand(args: readonly string[]): Promise<readonly string[]> {
  const [first, ...names] = args;
  if (first !== "help" || names[0] === undefined) return args;
  const { commandTable } = await import("./command-table.js");
  return Object.hasOwn(commandTable, names[0]) ? [...names, "--help"] : names;
}

/** Reports an error to people and, with `--json`, as the one document on standard output. */
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

/** A closed pipe (`toolkiln list | head`) is no error; a full disk is one, but not a bug. */
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(process.exitCode ?? exitCode.ok);
  tell(`Cannot write to standard output: ${refusalOf(error)}.`);
  process.exit(exitCode.usage);
});
// Without standard error, the exit code still reports the outcome.
process.stderr.on("error", () => process.exit(process.exitCode ?? exitCode.ok));

const args = process.argv.slice(2);
main(args).catch((error: unknown) => report(asCommandError(error), args));
