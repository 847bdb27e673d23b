import type { Command } from "commander";
import { optionsOf, type GlobalOptions } from "./global-options.js";

/** Gives a command its arguments, options, examples and action. It runs only when the command was called. */
export type CommandSetup = (command: Command) => void;

/** What a command's name stands for; the module with its setup is imported when the command is called. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<CommandSetup>;
}

interface Runnable {
  run(options: GlobalOptions): Promise<number>;
}

/**
 * What a command does; it returns the exit code. It may ask for more options than every command has: those that its
 * setup declared (this is why it has the type of a method).
 */
export type CommandRun = Runnable["run"];

/** Runs a command with its options; what it returns is the exit code of the process. */
export async function runWith(command: Command, run: CommandRun): Promise<void> {
  process.exitCode = await run(optionsOf(command));
}

/** The same for commands that run tools: one that leaves a timer or a connection behind does not keep them from ending. */
export async function runAndExit(command: Command, run: CommandRun): Promise<void> {
  await runWith(command, run);
  // What was printed is written first.
  setImmediate(() => process.stdout.write("", () => process.exit()));
}

/** The examples under a command's help, each with what it does. */
export function addExamples(command: Command, examples: readonly (readonly [string, string])[]): void {
  const width = Math.max(...examples.map(([line]) => line.length));
  const lines = examples.map(([line, meaning]) => `  $ toolkiln ${line.padEnd(width)}   ${meaning}`);
  command.addHelpText("after", `\nExamples:\n${lines.join("\n")}`);
}
