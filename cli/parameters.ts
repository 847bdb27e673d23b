import { readFileSync } from "node:fs";
import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { CommandError } from "./command-error.js";
import { exitCode } from "./exit-code.js";

/** Reads a tool's parameters from the command line: `--params`, and a flag for each parameter. */
export function readParameters(
  schema: JsonSchemaObject,
  flags: readonly string[],
  document: string | undefined,
): Record<string, unknown> {
  const params = document === undefined ? {} : parseDocument(document);
  const names = new Map(Object.keys(schema.properties ?? {}).map((name) => [flagName(name), name]));
  for (let position = 0; position < flags.length; position++) {
    const [flag, attached] = split(flags[position] ?? "");
    const name = names.get(flag);
    if (name === undefined)
      throw new CommandError(`--${flag} is not a parameter of this tool.`, exitCode.usage);
    const property = schema.properties?.[name];
    const isSwitch = typeof property === "object" && property.type === "boolean";
    const next = flags[position + 1];
    const text =
      attached ?? (isSwitch && (next === undefined || next.startsWith("--")) ? "true" : flags[++position]);
    if (text === undefined) throw new CommandError(`--${flag} needs a value.`, exitCode.usage);
    params[name] = parseValue(text, property);
  }
  return params;
}

function split(flag: string): [string, string?] {
  if (!flag.startsWith("--")) throw new CommandError(`'${flag}' is not a flag.`, exitCode.usage);
  const equals = flag.indexOf("=");
  return equals < 0 ? [flag.slice(2)] : [flag.slice(2, equals), flag.slice(equals + 1)];
}

function flagName(parameter: string): string {
  return parameter.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Text stays text for strings; for everything else it is read as JSON when it can be. */
function parseValue(text: string, property: JsonSchema | undefined): unknown {
  if (typeof property === "object" && (property.type === "string" || property.enum !== undefined))
    return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function parseDocument(source: string): Record<string, unknown> {
  try {
    const text =
      source === "-"
        ? readFileSync(0, "utf8")
        : source.startsWith("@")
          ? readFileSync(source.slice(1), "utf8")
          : source;
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Falls through to the message below, which says the same for every kind of wrong document.
  }
  throw new CommandError("--params takes a JSON object, @file or - for standard input.", exitCode.usage);
}
