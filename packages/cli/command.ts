import { asFileError, didYouMean, reasonOf } from "@toolkiln/project";
import type { RiskLevel } from "@toolkiln/runtime";
import { riskLevels } from "@toolkiln/runtime/vocabulary";
import { Option, type Command } from "commander";
import { log, visible } from "./output.js";

export const exitCode = {
  ok: 0,
  /** Diagnostics in manifests, generated files that are stale, failed tests. */
  diagnostics: 1,
  /** Wrong usage, configuration or parameters. */
  usage: 2,
  toolFailed: 5,
  bug: 70,
  interrupted: 130,
} as const;

/** Ends the command with a message and an exit code. An empty message means that everything has already been printed. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly exitCode: number;

  constructor(message: string, code: number = exitCode.usage, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = code;
  }
}

/** Converts any thrown value to a message: users can fix errors of the project or the disk, all others are bugs. */
export function asCommandError(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  // By name, because optional packages have their own copy of the class.
  const known = error instanceof Error && error.name === "ProjectError" ? error : asFileError(error);
  if (known !== undefined) return new CommandError(known.message, exitCode.usage, { cause: known.cause });
  const text = `This is a bug in toolkiln: ${reasonOf(error)}\nRun the command again with --verbose to see where it happened.`;
  return new CommandError(text, exitCode.bug, { cause: error });
}

/** The message for an unknown tool: suggests a similar id or `list`. */
export function noSuchTool(id: string, known: readonly string[]): string {
  return `There is no tool \`${id}\`.${didYouMean(id, known) || " `toolkiln list` shows the tools."}`;
}

/** A flag with a converted value; `read` throws on invalid text. */
export interface Flag<Value> {
  readonly text: string;
  readonly read: (value: string, flag: string) => Value;
}

/** Flags with their descriptions, such as `{ "--max-risk <level>": "…" }`. */
type Flags = Readonly<Record<string, string | Flag<unknown>>>;
export type Described = readonly [name: string, description: string];

/** A flag with a fixed set of values, listed in its description. */
export function oneOf<const Word extends string>(text: string, words: readonly Word[]): Flag<Word> {
  const read = (value: string, flag: string): Word => {
    const found = words.find((word) => word === value);
    if (found !== undefined) return found;
    const guess = didYouMean(value, words);
    throw new CommandError(`${flag} takes one of ${words.join(", ")}; got '${value}'.${guess}`);
  };
  return { text: `${text}: ${words.join(", ")}`, read };
}

export function riskLevel(text: string): Flag<RiskLevel> {
  return oneOf(text, riskLevels);
}

export function wholeNumber(text: string, least = 1, most: number = Number.MAX_SAFE_INTEGER): Flag<number> {
  const read = (value: string, flag: string): number => {
    const number = /^\d+$/.test(value) ? Number(value) : -1;
    if (number >= least && number <= most) return number;
    const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
    throw new CommandError(`${flag} takes a whole number ${range}, not '${value}'.`);
  };
  return { text, read };
}

type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;
type OptionName<Name extends string> = Name extends `--no-${infer Bare}`
  ? CamelCase<Bare>
  : Name extends `--${infer Bare} ${string}`
    ? CamelCase<Bare>
    : Name extends `--${infer Bare}`
      ? CamelCase<Bare>
      : never;
type OptionValue<Name extends string, Entry> =
  Entry extends Flag<infer Value>
    ? Value | (Name extends `${string}]` ? true : never)
    : Name extends `${string}...>`
      ? readonly string[]
      : Name extends `${string}>`
        ? string
        : Name extends `${string}]`
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

type ValuesOf<Own extends Flags> = {
  readonly [Name in keyof Own & string as OptionName<Name>]?: OptionValue<Name, Own[Name]>;
};

/** The options of a command with these flags, including the global options. */
export type OptionsOf<Own extends Flags> = GlobalOptions & ValuesOf<Own>;

/** Flags that choose the projects. */
export const projectFlags = {
  "--cwd <dir>": "run as if started in this folder",
  "--config <file>": "the configuration file (default: toolkiln.config.*)",
  "--project <name>": "only this project of the configuration",
  "--manifests <dir>": "the folder of the manifests",
  "--out <dir>": "the folder of the generated files",
  "--tools <dir>": "the folder of the implementations",
} as const;

export const globalFlags = {
  ...projectFlags,
  "--json": "print one JSON document on standard output",
  "--quiet": "print errors and warnings only",
  "--verbose": "print more details",
  "--no-color": "print no colours",
} as const;

export type GlobalOptions = ValuesOf<typeof globalFlags>;

/** Declares the global options; they are accepted before and after the command's name. */
export function addGlobalOptions(command: Command): void {
  addOptions(command.optionsGroup("Options of every command:"), globalFlags);
}

/** The options of a command, including those before its name. */
export function optionsOf(command: Command): GlobalOptions {
  const before = command.parent === null ? {} : optionsOf(command.parent);
  const own: GlobalOptions = command.opts();
  return { ...before, ...own, color: before.color !== false && own.color !== false };
}

/** Adds arguments, options, examples and action to a command. Runs only when the command is called. */
export type CommandSetup = (command: Command) => void;

interface CommandDefinition<Own extends Flags, Arguments extends readonly Described[]> {
  readonly arguments?: Arguments;
  readonly options?: Own;
  readonly examples?: readonly Described[];
  readonly commands?: Readonly<Record<string, readonly [summary: string, setup: CommandSetup]>>;
  /** Whether it runs tools. If so, the process exits even when a tool left a timer or a connection open. */
  readonly runsTools?: boolean;
  /** Whether options after the first argument belong to that argument. */
  readonly passesOptions?: boolean;
  /** Returns the exit code, or nothing on success. Absent when a subcommand is required. */
  run?(options: OptionsOf<Own>, ...values: ArgumentValues<Arguments>): Promise<number | void>;
}

/** Defines a command; the types of its options and arguments are inferred. */
export function defineCommand<const Own extends Flags, const Arguments extends readonly Described[] = []>(
  definition: CommandDefinition<Own, Arguments>,
): CommandSetup {
  return (command) => {
    for (const [name, description] of definition.arguments ?? []) command.argument(name, description);
    addOptions(command, definition.options ?? {});
    addExamples(command, definition.examples ?? []);
    for (const [name, [summary, setup]] of Object.entries(definition.commands ?? {}))
      setup(command.command(name).description(summary));
    command.passThroughOptions(definition.passesOptions === true);
    if (definition.run === undefined) return;
    command.action(async (...values: unknown[]) => {
      // Commander passes the declared arguments, then its options and the command.
      const own = values.slice(0, -2) as ArgumentValues<Arguments>;
      const options = { ...command.opts<OptionsOf<Own>>(), ...optionsOf(command) };
      try {
        process.exitCode = (await definition.run?.(options, ...own)) ?? exitCode.ok;
      } finally {
        // An error is reported and the output is flushed first.
        if (definition.runsTools === true) setImmediate(() => process.stdout.write("", () => process.exit()));
      }
    });
  };
}

/** Adds examples with explanations to a command's help. */
export function addExamples(command: Command, examples: readonly Described[]): void {
  if (examples.length === 0) return;
  const lines = examples.map(([line, meaning]) => `  # ${meaning}\n  $ toolkiln ${line}`);
  command.addHelpText("after", visible(`\nExamples:\n${lines.join("\n")}`));
}

function addOptions(command: Command, flags: Flags): void {
  for (const [name, entry] of Object.entries(flags)) command.addOption(optionOf(name, entry));
}

export function optionOf(name: string, entry: Flags[string]): Option {
  if (typeof entry === "string") return new Option(name, entry);
  const option = new Option(name, entry.text);
  return option.argParser((value) => entry.read(value, option.long ?? name));
}

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
        throw new CommandError(`\`${called}\` needs a command.`);
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
