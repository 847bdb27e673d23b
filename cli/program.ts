import { Command, type CommanderError, type OutputConfiguration } from "commander";
import { CommandError } from "./command-error.js";
import { commandTable } from "./command-table.js";
import { exitCode } from "./exit-code.js";
import { addGlobalOptions, optionsOf } from "./global-options.js";
import { chooseColor } from "./terminal.js";
import { version } from "./version.js";

/** Makes the program of all commands; each command's own module is imported when it is called. */
export function createProgram(): Command {
  const problems: string[] = [];
  const output: OutputConfiguration = { writeErr: (text) => problems.push(text) };
  const endWith = (error: CommanderError): never => {
    if (error.exitCode === 0) throw new CommandError("", exitCode.ok);
    throw new CommandError(
      problems
        .join("")
        .trimEnd()
        .replace(/^error: /, ""),
    );
  };
  const program = new Command("toolkiln")
    .description("Typed tools for language models, generated from one manifest each.")
    .usage("<command> [options]")
    .version(version)
    .enablePositionalOptions()
    .configureOutput(output)
    .exitOverride(endWith)
    .addHelpText("after", "\nStart with `toolkiln init`. `toolkiln <command> --help` shows examples.");
  addGlobalOptions(program);
  const setups = new Map(commandTable.map((entry) => [entry.name, entry.load]));
  for (const { name, summary } of commandTable) program.command(name).description(summary);
  program.hook("preSubcommand", async (_, command) => {
    const setup = await setups.get(command.name())?.();
    setup?.(command);
    for (const called of [command, ...command.commands]) addGlobalOptions(called);
    command.hook("preAction", (_, called) => chooseColor(optionsOf(called).color));
  });
  return program;
}
