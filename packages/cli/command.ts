import { asRefusal, ProjectError, type ProjectOptions } from "@toolkiln/project";
import type { Command } from "commander";

/** The exit codes of the command. */
export const exitCode = {
  ok: 0,
  /** Diagnostics in manifests, generated files that are not fresh, tests that failed. */
  diagnostics: 1,
  /** Wrong usage, configuration or parameters. */
  usage: 2,
  /** The tool failed or was denied. */
  toolFailed: 5,
  /** A bug in toolkiln. */
  bug: 70,
  interrupted: 130,
} as const;

/** Ends the command with a message for people and an exit code; not a bug. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly exitCode: number;

  constructor(message: string, code: number = exitCode.usage, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = code;
  }
}

/** Turns whatever ended a command into a message: errors of the project or the disk are the user's to fix, the rest are bugs. */
export function asCommandError(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  const known = error instanceof ProjectError ? error : asRefusal(error);
  if (known !== undefined) return new CommandError(known.message, exitCode.usage, { cause: known.cause });
  const message = error instanceof Error ? error.message : String(error);
  const text = `This is a bug in toolkiln: ${message}\nRun the command again with --verbose to see where it happened.`;
  return new CommandError(text, exitCode.bug, { cause: error });
}

/** Flags with their descriptions, such as `{ "--max-risk <level>": "…" }`. */
type FlagTexts = Readonly<Record<string, string>>;
type Described = readonly [name: string, description: string];

type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;
type OptionName<Flag extends string> = Flag extends `--no-${infer Name}`
  ? CamelCase<Name>
  : Flag extends `--${infer Name} ${string}` | `--${infer Name}`
    ? CamelCase<Name>
    : never;
type OptionValue<Flag extends string> = Flag extends `${string}...>`
  ? readonly string[]
  : Flag extends `${string}>`
    ? string
    : Flag extends `${string}]`
      ? string | true
      : boolean;
type ArgumentValue<Name extends string> = Name extends `${string}...${string}`
  ? readonly string[]
  : Name extends `[${string}`
    ? string | undefined
    : string;

type ArgumentValues<Arguments extends readonly Described[]> = {
  [Index in keyof Arguments]: ArgumentValue<Arguments[Index][0]>;
};

/** The options that a command with these flags gets, beside those of every command. */
export type OptionsOf<Flags extends FlagTexts> = GlobalOptions & {
  readonly [Flag in keyof Flags & string as OptionName<Flag>]?: OptionValue<Flag>;
};

const globalFlags = {
  "--cwd <dir>": "run as if started in this folder",
  "--config <file>": "the configuration (default: toolkiln.config.{ts,js,json,yaml})",
  "--project <name>": "only this project of the configuration",
  "--manifests <dir>": "the folder of the manifests",
  "--out <dir>": "the folder of the generated files",
  "--tools <dir>": "the folder of the implementations",
  "--json": "print one JSON document on standard output",
  "--quiet": "print errors and warnings only",
  "--verbose": "print more",
  "--no-color": "print no colours",
} as const;

/** Options that every command takes. */
export interface GlobalOptions extends ProjectOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly color?: boolean;
}

/** Declares the options that every command takes; they may stand before or after the command's name. */
export function addGlobalOptions(command: Command): void {
  addOptions(command.optionsGroup("Options of every command:"), globalFlags);
}

/** The options of a command together with those that stood before its name. */
export function optionsOf(command: Command): GlobalOptions {
  const before = command.parent === null ? {} : optionsOf(command.parent);
  const own: GlobalOptions = command.opts();
  return { ...before, ...own, color: before.color !== false && own.color !== false };
}

/** Gives a command its arguments, options, examples and action. It runs only when the command was called. */
export type CommandSetup = (command: Command) => void;

/** What a command takes and does; the types of its options and arguments follow from their declarations. */
interface CommandDefinition<Flags extends FlagTexts, Arguments extends readonly Described[]> {
  readonly arguments?: Arguments;
  readonly options?: Flags;
  readonly examples: readonly Described[];
  /** Whether it runs tools: what a tool leaves behind, a timer or a connection, does not keep the process from ending. */
  readonly runsTools?: boolean;
  /** Returns the exit code. */
  run(options: OptionsOf<Flags>, ...values: ArgumentValues<Arguments>): Promise<number>;
}

/** Defines a command. */
export function defineCommand<
  const Flags extends FlagTexts,
  const Arguments extends readonly Described[] = [],
>(definition: CommandDefinition<Flags, Arguments>): CommandSetup {
  const { arguments: named = [], options = {}, examples, runsTools = false } = definition;
  return (command) => {
    for (const [name, description] of named) command.argument(name, description);
    addOptions(command, options);
    addExamples(command, examples);
    command.action((...values: unknown[]) => {
      // Commander passes what was declared above, then its own options and the command.
      const own = values.slice(0, -2) as ArgumentValues<Arguments>;
      const run = (given: OptionsOf<Flags>) => definition.run(given, ...own);
      return runsTools ? runAndExit(command, run) : runWith(command, run);
    });
  };
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

/** The same for commands that run tools: what a tool leaves behind does not keep the process from ending. */
export async function runAndExit(command: Command, run: CommandRun): Promise<void> {
  await runWith(command, run);
  // What was printed is written first.
  setImmediate(() => process.stdout.write("", () => process.exit()));
}

/** The examples under a command's help, each with what it does. */
export function addExamples(command: Command, examples: readonly Described[]): void {
  const lines = examples.map(([line, meaning]) => `  # ${meaning}\n  $ toolkiln ${line}`);
  command.addHelpText("after", `\nExamples:\n${lines.join("\n")}`);
}

function addOptions(command: Command, flags: FlagTexts): void {
  for (const [flag, description] of Object.entries(flags)) command.option(flag, description);
}
