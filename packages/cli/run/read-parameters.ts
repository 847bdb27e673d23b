import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { CommandError } from "../command.js";
import { parseValue, typesOf } from "./parse-value.js";

/** Flags of the command that locate the tools. */
export const locatingFlags = ["cwd", "config", "project", "manifests", "out", "tools"] as const;

/** Other flags of the command that take a value. */
const callFlags = ["params", "inject", "workspace", "max-risk"] as const;

/** Those that take none. */
const switches = ["approve", "json", "quiet", "verbose", "no-color", "help"] as const;

type ValueFlag = (typeof locatingFlags)[number] | (typeof callFlags)[number];

/** The values of the command's own flags. */
type OwnFlags = { [Flag in ValueFlag]?: string } & { [Flag in (typeof switches)[number]]?: true };

/** The words after a tool's id, parsed. */
export interface ToolArguments {
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly own: Readonly<OwnFlags>;
  /** Flags of neither the tool nor the command; `parameters` holds them under their names. */
  readonly unknown: readonly string[];
}

/** Reads only the flags that locate the tools: the meaning of the others depends on the tool. */
export function readLocation(words: readonly string[]): ToolArguments["own"] {
  const own: OwnFlags = {};
  for (const flag of locatingFlags) {
    const position = words.findIndex((word) => word === `--${flag}` || word.startsWith(`--${flag}=`));
    const value = words[position]?.includes("=")
      ? words[position].replace(/^[^=]*=/, "")
      : words[position + 1];
    if (position >= 0 && value !== undefined) own[flag] = value;
  }
  return own;
}

/** Reads the words after a tool's id. The flag of a parameter wins over the command's flag of the same name. */
export function readParameters(
  words: readonly string[],
  schema: JsonSchemaObject | undefined,
): ToolArguments {
  const parameters = new Map<string, unknown>();
  const own: OwnFlags = {};
  const unknown: string[] = [];
  const flags = parameterFlags(schema);
  let lastSwitch: string | undefined;
  for (let position = 0; position < words.length; position++) {
    const word = words[position] ?? "";
    if (lastSwitch !== undefined && !word.startsWith("--"))
      throw new CommandError(`--${lastSwitch} is true or false; '${word}' is neither.`);
    lastSwitch = undefined;
    const [flag, attached] = split(word);
    const next = words[position + 1];
    const value = (): string => {
      if (attached !== undefined) return attached;
      position++;
      if (next === undefined) throw new CommandError(`--${flag} needs a value.`);
      return next;
    };
    const parameter = flags.get(flag);
    if (parameter !== undefined) {
      const { name, property, negated } = parameter;
      const isSwitch =
        typesOf(property, schema).has("boolean") && !/^(true|false)$/.test(attached ?? next ?? "");
      if (negated) set(parameters, name, false, false);
      else if (isSwitch && attached === undefined) {
        set(parameters, name, true, false);
        lastSwitch = flag;
      } else
        set(parameters, name, parseValue(value(), property, schema), typesOf(property, schema).has("array"));
    } else if (isOneOf([...locatingFlags, ...callFlags], flag)) own[flag] = value();
    else if (isOneOf(switches, flag)) {
      if (attached !== undefined) throw new CommandError(`--${flag} takes no value: leave it out instead.`);
      own[flag] = true;
    } else {
      unknown.push(flag);
      const isAlone = attached === undefined && (next === undefined || next.startsWith("--"));
      set(parameters, camelCase(flag), isAlone ? true : parseValue(value(), undefined, schema), true);
    }
  }
  return { parameters: Object.fromEntries(parameters), own, unknown };
}

/** The flags of a tool: `--max-bytes` for `maxBytes`, which may also be written as it is. */
export function flagName(parameter: string): string {
  return parameter
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replaceAll("_", "-")
    .toLowerCase();
}

interface ParameterFlag {
  readonly name: string;
  readonly property: JsonSchema;
  readonly negated: boolean;
}

function parameterFlags(schema: JsonSchemaObject | undefined): ReadonlyMap<string, ParameterFlag> {
  const flags = new Map<string, ParameterFlag>();
  const properties = Object.entries(schema?.properties ?? {});
  for (const [name, property] of properties) flags.set(name, { name, property, negated: false });
  for (const [name, property] of properties) {
    const flag = flagName(name);
    if (!flags.has(flag)) flags.set(flag, { name, property, negated: false });
    const negation = `no-${flag}`;
    if (typesOf(property, schema).has("boolean") && !flags.has(negation)) {
      flags.set(negation, { name, property, negated: true });
    }
  }
  return flags;
}

function set(parameters: Map<string, unknown>, name: string, value: unknown, collects: boolean): void {
  const before = parameters.get(name);
  if (before === undefined) parameters.set(name, value);
  else if (collects && Array.isArray(before) && Array.isArray(value))
    parameters.set(name, before.concat(value));
  else throw new CommandError(`--${flagName(name)} is given twice.`);
}

function split(word: string): readonly [string, string?] {
  if (!word.startsWith("--") || word === "--") {
    throw new CommandError(`'${word}' is not a flag. Parameters are written as --name value.`);
  }
  const equals = word.indexOf("=");
  return equals < 0 ? [word.slice(2)] : [word.slice(2, equals), word.slice(equals + 1)];
}

function isOneOf<Flag extends string>(flags: readonly Flag[], flag: string): flag is Flag {
  return flags.some((known) => known === flag);
}

function camelCase(flag: string): string {
  return flag.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
