import { Command } from "commander";
import {
  addGlobalOptions,
  asCommandError,
  optionsOf,
  throwUsageErrors,
  type CommandError,
} from "./command.js";
import { commandTable } from "./command-table.js";
import { chooseOutput, log, print, printJson, visible } from "./output.js";
import { version } from "./version.js";

/** Runs the command line and sets the process exit code. `--version` skips creating the program. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) return print(version);
  try {
    await createProgram().parseAsync(withoutHelpCommand(args), { from: "user" });
  } catch (error) {
    report(asCommandError(error), args);
  }
}

/** Creates the program with all commands; each command's module is lazy-loaded. */
function createProgram(): Command {
  const program = throwUsageErrors(new Command("toolkiln"))
    .description("Typed tools for language models, generated from one manifest each.")
    .usage("<command> [options]")
    .version(version)
    .enablePositionalOptions()
    // List commands only: each has its own help with options.
    .configureHelp({ visibleOptions: () => [] })
    .addHelpText(
      "after",
      "\nStart with `toolkiln init`. `toolkiln <command> --help` shows options and examples.",
    );
  addGlobalOptions(program);
  for (const [name, [summary]] of Object.entries(commandTable))
    throwUsageErrors(program.command(name), `toolkiln ${name}`).description(summary).configureHelp({});
  program.hook("preSubcommand", async (_, command) => {
    const module = await commandTable[command.name()]?.[1]();
    module?.setup(command);
    for (const called of [command, ...command.commands]) addGlobalOptions(called);
    command.hook("preAction", (_, called) => chooseOutput(optionsOf(called)));
  });
  return program;
}

/** Rewrites `help run` to `run --help`: options are lazy-loaded with a command. An unknown name is passed on, to be reported. */
function withoutHelpCommand(args: readonly string[]): readonly string[] {
  const [first, ...names] = args;
  if (first !== "help" || names[0] === undefined) return args;
  return Object.hasOwn(commandTable, names[0]) ? [...names, "--help"] : names;
}

/** Prints an error to standard error and, with `--json`, as JSON to standard output. */
function report(error: CommandError, args: readonly string[]): void {
  process.exitCode = error.exitCode;
  if (error.message === "") return;
  // Messages may contain control characters from user input and file names.
  log(visible(error.message));
  if (args.includes("--verbose") && error.cause instanceof Error) log(visible(error.cause.stack ?? ""));
  if (args.includes("--json")) printJson({ error: { message: error.message, exitCode: error.exitCode } });
}
