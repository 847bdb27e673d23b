import { Command } from "commander";
import { addGlobalOptions, optionsOf, throwUsageErrors } from "./command.js";
import { commandTable } from "./command-table.js";
import { chooseOutput } from "./output.js";
import { version } from "./version.js";

/** Creates the program with all commands; each command's module is lazy-loaded. */
export function createProgram(): Command {
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
