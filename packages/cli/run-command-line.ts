import { asCommandError, type CommandError } from "./command.js";
import { printJson, log, visible } from "./output.js";
import { version } from "./version.js";

/** Runs the command line and sets the process exit code. `--version` skips loading the program. */
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

/** Rewrites `help run` to `run --help`, because options are lazy-loaded with a command. Keeps unknown names. */
async function withoutHelpCommand(args: readonly string[]): Promise<readonly string[]> {
  const [first, ...names] = args;
  if (first !== "help" || names[0] === undefined) return args;
  const { commandTable } = await import("./command-table.js");
  return Object.hasOwn(commandTable, names[0]) ? [...names, "--help"] : names;
}

/** Prints an error to standard error and, with `--json`, as JSON to standard output. */
function report(error: CommandError, args: readonly string[]): void {
  process.exitCode = error.exitCode;
  if (error.message === "") return;
  // Messages repeat user input and file names.
  log(visible(error.message));
  if (args.includes("--verbose") && error.cause instanceof Error) log(visible(error.cause.stack ?? ""));
  if (args.includes("--json")) printJson({ error: { message: error.message, exitCode: error.exitCode } });
}
