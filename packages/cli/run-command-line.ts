import { asCommandError, exitCode, type CommandError } from "./command.js";
import { printJson, log, visible } from "./output.js";
import { version } from "./version.js";

/** Runs the command line and sets the exit code of the process. `--version` loads none of the program. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) {
    process.stdout.write(`${version}\n`);
    return;
  }
  try {
    const { createProgram } = await import("./program.js");
    await createProgram().parseAsync(await withoutHelpCommand(args), { from: "user" });
  } catch (error) {
    report(asCommandError(error), args);
  }
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
  log(visible(error.message));
  if (args.includes("--verbose") && error.cause instanceof Error) log(visible(error.cause.stack ?? ""));
  if (args.includes("--json")) printJson({ error: { message: error.message, exitCode: error.exitCode } });
  process.exitCode = error.exitCode;
}
