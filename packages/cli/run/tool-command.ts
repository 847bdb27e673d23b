import type { JsonSchemaObject, ToolSpec } from "@toolkiln/runtime";
import { Command, Option } from "commander";
import {
  addExamples,
  CommandError,
  globalFlags,
  optionOf,
  type OptionsOf,
  projectFlags,
  riskLevel,
  throwUsageErrors,
} from "../command.js";
import { injectFlags } from "../flag-values.js";
import { visible } from "../output.js";
import { parseValue, resolveSchema, typesOf, wordsOf } from "./parse-value.js";

export const runFlags = {
  "--params <json>": "parameters as a JSON object, @file or - for standard input",
  ...injectFlags,
  "--workspace <dir>": "the folder that the tool works in (default: the working directory)",
  "--approve": "approve without asking",
  "--max-risk <level>": riskLevel("the highest risk that --approve covers (default: medium)"),
} as const;

export type RunOptions = OptionsOf<typeof runFlags>;

export function selectsProject(options: RunOptions): boolean {
  return Object.keys(projectFlags).some((flag) => (/\w+/.exec(flag)?.[0] ?? "") in options);
}

/**
 * Parses the words after a tool's id. A parameter overrides the command's flag of the same name. While searching for the
 * tool, skips a word after an unknown flag: it may be the flag's value even if it looks like a flag.
 */
export function parseToolArguments(
  words: readonly string[],
  id: string,
  spec: ToolSpec | undefined,
  { isSearch = false } = {},
): { readonly parameters: Readonly<Record<string, unknown>>; readonly options: RunOptions } {
  const command = throwUsageErrors(new Command(`toolkiln run ${id}`));
  const parameters = spec === undefined ? new Map<string, string>() : addParameters(command, spec);
  // If the tool is not loaded, only our own flags are known.
  if (spec === undefined || isSearch) command.helpOption(false).allowUnknownOption().allowExcessArguments();
  const own = Object.entries({ ...runFlags, ...globalFlags }).flatMap(([name, entry]) => {
    const option = optionOf(name, entry).helpGroup("Options of every tool:");
    if (parameters.has(option.attributeName())) return [];
    command.addOption(option);
    return [option.attributeName()];
  });
  const known = new Set(command.options.map(({ long }) => long));
  const isUnknown = (word = ""): boolean => /^--[^=]+$/.test(word) && !known.has(word);
  const read = isSearch ? words.filter((_, index) => !isUnknown(words[index - 1])) : [...words];
  command.parse(read, { from: "user" });
  const given = (name: string): boolean => command.getOptionValueSource(name) === "cli";
  const values = command.opts<RunOptions & Record<string, unknown>>();
  const parsed = [...parameters].filter(([from]) => given(from));
  return {
    parameters: Object.fromEntries(parsed.map(([from, name]) => [name, [values[from]].flat(1)[0]])),
    options: Object.fromEntries(own.filter(given).map((name) => [name, values[name]])),
  };
}

/** Adds a tool's parameters as flags; returns parameter names by Commander attribute. */
function addParameters(command: Command, spec: ToolSpec): ReadonlyMap<string, string> {
  const { id, name, risk, kind, description, inputSchema, examples = [] } = spec;
  const properties = Object.keys(inputSchema.properties ?? {}).map((key) => [key, key] as const);
  const names = new Map<string, string>();
  for (const [parameter, current] of [...properties, ...Object.entries(spec.renamedParameters ?? {})]) {
    const flag = flagName(parameter);
    // Parameters with an invalid or duplicate flag name can be passed with --params.
    if (!/^[\w$][\w$.-]*$/.test(flag)) continue;
    const option = parameterOption(flag, current, inputSchema).hideHelp(parameter !== current);
    if (names.has(option.attributeName())) continue;
    names.set(option.attributeName(), parameter);
    if (flag === "help") command.helpOption("-h");
    command.addOption(option);
    if (typesOf(inputSchema.properties?.[current], inputSchema).has("boolean"))
      command.addOption(new Option(`--no-${flag}`).hideHelp());
  }
  command
    .description(visible(`${name} (${risk} risk, returns ${kind})\n\n${description.trim()}`))
    .configureHelp({ minWidthToWrap: 8 })
    .addHelpText("after", describeInjected(spec));
  addExamples(
    command,
    examples.map(({ title, params }) => [`run ${id} --params '${JSON.stringify(params)}'`, title]),
  );
  return names;
}

function describeInjected({ inject = [] }: ToolSpec): string {
  if (inject.length === 0) return "";
  const values = inject.map(({ key }) => `${JSON.stringify(key)}:…`).join(",");
  const rows = inject.map(({ parameter, key, optional }) => {
    const target = key === parameter ? "" : ` for the parameter \`${parameter}\``;
    return `  ${key}${target}${optional === true ? "" : " (required)"}`;
  });
  return visible(`\nSupplied by the application, here with --inject '{${values}}':\n${rows.join("\n")}`);
}

/** `--max-bytes` for `maxBytes`. Does not convert a name to `no-…`, because `--no-x` negates `x`. */
function flagName(parameter: string): string {
  const flag = wordsOf(parameter).replaceAll(" ", "-");
  return flag.startsWith("no-") ? parameter : flag;
}

const limitTexts = {
  minimum: "at least #",
  exclusiveMinimum: "more than #",
  maximum: "at most #",
  exclusiveMaximum: "less than #",
  minLength: "at least # characters",
  maxLength: "at most # characters",
  minItems: "at least # items",
  maxItems: "at most # items",
};

function limitsOf(schema: JsonSchemaObject): string[] {
  const limits = Object.entries(limitTexts).filter(([keyword]) => Object.hasOwn(schema, keyword));
  return limits.map(([keyword, text]) =>
    text.replace("#", String(schema[keyword])).replace(/ 1 (\w+)s$/, " 1 $1"),
  );
}

function parameterOption(flag: string, parameter: string, root: JsonSchemaObject): Option {
  const property = root.properties?.[parameter];
  const types = [...typesOf(property, root)];
  const isBoolean = types.join() === "boolean";
  const target = resolveSchema(property, root);
  const choices = target.enum?.map(String) ?? types;
  // Commander parses the flag syntax from this text.
  const names = choices.every((choice) => /^[\w.-]+$/.test(choice)) ? choices : types;
  const placeholder = isBoolean ? "[boolean]" : `<${names.join("|") || "json"}>`;
  const own = typeof property === "object" ? property : {};
  const { description = target.description ?? "", default: fallback, "x-use-instead": instead } = own;
  const details = [
    ...(types.includes("object") ? ["JSON"] : []),
    ...(types.includes("array") ? ["repeat for each item or pass JSON"] : []),
    ...limitsOf({ ...target, ...own }),
    ...(fallback === undefined ? [] : [`default: ${JSON.stringify(fallback)}`]),
    ...(root.required?.includes(parameter) === true ? ["required"] : []),
    ...(own["deprecated"] === true ? ["deprecated"] : []),
    ...(typeof instead === "string" ? [`use --${flagName(instead)}`] : []),
  ];
  const note = details.length === 0 ? "" : `(${details.join(", ")})`;
  const text = `${description.trim().replaceAll(/\s+/g, " ")} ${note}`;
  // Values are wrapped, because Commander treats null as a missing value.
  const read = (given: string, before?: readonly [unknown]): readonly [unknown] => {
    if (isBoolean && !/^(true|false)$/.test(given))
      throw new CommandError(`--${flag} takes true or false, not '${given}'.`);
    const value = parseValue(given, property, root);
    if (before === undefined) return [value];
    if (Array.isArray(before[0]) && Array.isArray(value)) return [before[0].concat(value)];
    throw new CommandError(`--${flag} is given twice.`);
  };
  return new Option(`--${flag} ${placeholder}`, visible(text.trim()))
    .helpGroup("Parameters:")
    .argParser(read);
}
