import { Command, type CommanderError, type OutputConfiguration } from "commander";
import { addGlobalOptions, CommandError, exitCode, optionsOf } from "./command.js";
import { commandTable } from "./command-table.js";
import { log } from "./output.js";
import { chooseColor } from "./terminal.js";
import { version } from "./version.js";

/** Makes the program of all commands; each command's own module is imported when it is called. */
export function createProgram(): Command {
  const messages: string[] = [];
  const output: OutputConfiguration = { writeErr: (text) => messages.push(text) };
  const endWith = ({ code, exitCode: status }: CommanderError, called?: string): never => {
    if (status === 0) throw new CommandError("", exitCode.ok);
    const message = messages.join("").trimEnd();
    if (code === "commander.help") {
      // The help is for people; the document of --json names in one line what is missing.
      log(`${message}\n`);
      throw new CommandError("Name the command to run, for example `toolkiln list`.");
    }
    const help =
      called === undefined
        ? "`toolkiln --help` lists the commands."
        : `\`${called} --help\` shows its usage.`;
    throw new CommandError(`${asSentence(message)}\n${help}`);
  };
  const program = new Command("toolkiln")
    .description("Typed tools for language models, generated from one manifest each.")
    .usage("<command> [options]")
    .version(version)
    .enablePositionalOptions()
    .configureOutput(output)
    .exitOverride((error) => endWith(error))
    // The commands alone: with each of them stand the options that it takes.
    .configureHelp({ visibleOptions: () => [] })
    .addHelpText(
      "after",
      "\nStart with `toolkiln init`. `toolkiln <command> --help` shows options and examples.",
    );
  addGlobalOptions(program);
  for (const [name, { summary }] of Object.entries(commandTable)) {
    program
      .command(name)
      .description(summary)
      .configureHelp({})
      .exitOverride((error) => endWith(error, `toolkiln ${name}`));
  }
  program.hook("preSubcommand", async (_, command) => {
    const module = await commandTable[command.name()]?.load();
    module?.setup(command);
    for (const called of [command, ...command.commands]) addGlobalOptions(called);
    command.hook("preAction", (_, called) => chooseColor(optionsOf(called).color));
  });
  return program;
}

/** What Commander prints about a mistake, in the form of our other messages. */
function asSentence(message: string): string {
  const [first = "", guess = ""] = message.replace(/^error: /, "").split("\n");
  const text = `${first.charAt(0).toUpperCase()}${first.slice(1)}`;
  return `${text.replace(/\.?$/, ".")} ${guess.replace(/^\((.*)\)$/, "$1")}`.trimEnd();
}
