import { Command, type CommanderError, type OutputConfiguration } from "commander";
import { CommandError } from "./command-error.js";
import { commandTable } from "./command-table.js";
import { exitCode } from "./exit-code.js";
import { addGlobalOptions, optionsOf } from "./global-options.js";
import { tell } from "./output.js";
import { chooseColor } from "./terminal.js";
import { version } from "./version.js";

/** Makes the program of all commands; each command's own module is imported when it is called. */
export function createProgram(): Command {
  const problems: string[] = [];
  const output: OutputConfiguration = { writeErr: (text) => problems.push(text) };
  const endWith = ({ code, exitCode: status }: CommanderError, called?: string): never => {
    if (status === 0) throw new CommandError("", exitCode.ok);
    const problem = problems
      .join("")
      .trimEnd()
      .replace(/^error: /, "");
    if (code === "commander.help") {
      // The help is for people; the document of --json says in one line what is missing.
      tell(`${problem}\n`);
      throw new CommandError("Say which command to run, for example `toolkiln list`.");
    }
    const help =
      called === undefined
        ? "`toolkiln --help` lists the commands."
        : `\`${called} --help\` shows how it is used.`;
    throw new CommandError(`${problem}\n${help}`);
  };
  const program = new Command("toolkiln")
    .description("Typed tools for language models, generated from one manifest each.")
    .usage("<command> [options]")
    .version(version)
    .enablePositionalOptions()
    .configureOutput(output)
    .exitOverride((error) => endWith(error))
    .addHelpText("after", "\nStart with `toolkiln init`. `toolkiln <command> --help` shows examples.");
  addGlobalOptions(program);
  const setups = new Map(commandTable.map((entry) => [entry.name, entry.load]));
  for (const { name, summary } of commandTable) {
    program
      .command(name)
      .description(summary)
      .exitOverride((error) => endWith(error, `toolkiln ${name}`));
  }
  program.hook("preSubcommand", async (_, command) => {
    const setup = await setups.get(command.name())?.();
    setup?.(command);
    for (const called of [command, ...command.commands]) addGlobalOptions(called);
    command.hook("preAction", (_, called) => chooseColor(optionsOf(called).color));
  });
  return program;
}
