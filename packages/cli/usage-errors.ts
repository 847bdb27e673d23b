import type { Command } from "commander";
import { CommandError, exitCode } from "./command.js";
import { log } from "./output.js";

/** Makes Commander throw usage errors instead of printing them and exiting. */
export function throwUsageErrors(command: Command, called = command.name()): Command {
  const messages: string[] = [];
  return command
    .configureOutput({ writeErr: (text) => messages.push(text) })
    .exitOverride(({ code, exitCode: status }) => {
      if (status === 0) throw new CommandError("", exitCode.ok);
      const message = messages.join("").trimEnd();
      if (code === "commander.help") {
        // Print the help as text; the --json document only names what is missing.
        log(`${message}\n`);
        throw new CommandError(`Name the command to run after \`${called}\`.`);
      }
      throw new CommandError(`${asSentence(message)}\n\`${called} --help\` shows how to use it.`);
    });
}

/** Commander's error message in the style of our messages. */
function asSentence(message: string): string {
  const [first = "", guess = ""] = message.replace(/^error: /, "").split("\n");
  const text = `${first.charAt(0).toUpperCase()}${first.slice(1)}`;
  return `${text.replace(/\.?$/, ".")} ${guess.replace(/^\((.*)\)$/, "$1")}`.trimEnd();
}
