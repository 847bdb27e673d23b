import { didYouMeanOneOf } from "@toolkiln/project";
import { CommandError } from "../command.js";
import { parseJson } from "../run/parse-value.js";
import { isRecord } from "@toolkiln/runtime/json";

/** A parameter that `toolkiln new` writes into a manifest. */
export interface NewParameter {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly required: boolean;
}

/** How a parameter is written on the command line. */
export const parameterSyntax =
  "name:type, name:type! (required), name:type=default, name:a|b|c (choices), … # description";

const types = ["string", "integer", "number", "boolean", "object", "array"];

/** Reads `path:string! # File to read` or `limit:integer=20`. */
export function parseParameter(text: string): NewParameter {
  const comment = text.search(/(^|\s)#/);
  const declaration = (comment < 0 ? text : text.slice(0, comment)).trim();
  const given = comment < 0 ? "" : text.slice(comment).replace(/^\s*#/, "").trim();
  const match =
    /^(?<name>[A-Za-z_][A-Za-z0-9_]*)(?::(?<type>[^!=]+?))?(?<mark>!)?(?:=(?<fallback>.*))?$/s.exec(
      declaration,
    );
  const { name, type = "string", mark, fallback } = match?.groups ?? {};
  if (name === undefined) throw new CommandError(`'${text}' is not a parameter. Write ${parameterSyntax}.`);
  if (mark !== undefined && fallback !== undefined) {
    throw new CommandError(`'${text}': a required parameter has no default.`);
  }
  const schema = schemaOf(type, text);
  const description = given === "" ? `The ${wordsOf(name)}.` : given;
  const fixed = fallback === undefined ? {} : { default: defaultOf(fallback, schema, text) };
  return { name, schema: { ...schema, ...fixed, description }, required: mark !== undefined };
}

function schemaOf(type: string, text: string): Readonly<Record<string, unknown>> {
  if (type.includes("|")) return { enum: type.split("|").map((choice) => choice.trim()) };
  const items = type.endsWith("[]") ? type.slice(0, -2) : undefined;
  const name = items ?? type;
  if (!types.includes(name)) {
    throw new CommandError(`'${text}': \`${name}\` is not a type.${didYouMeanOneOf(name, types)}`);
  }
  return items === undefined ? { type } : { type: "array", items: { type: items } };
}

function defaultOf(fallback: string, schema: Readonly<Record<string, unknown>>, text: string): unknown {
  const { type, enum: choices } = schema;
  if (type === "string") return fallback;
  if (Array.isArray(choices)) {
    if (choices.includes(fallback)) return fallback;
    throw new CommandError(`'${text}': the default is none of ${choices.join(", ")}.`);
  }
  const value = parseJson(fallback);
  if (!isOfType(value, String(type)))
    throw new CommandError(`'${text}': the default is not of type ${String(type)}.`);
  return value;
}

function isOfType(value: unknown, type: string): boolean {
  if (type === "integer") return Number.isSafeInteger(value);
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isRecord(value);
  return typeof value === type;
}

/** `maxBytes` is "max bytes". */
function wordsOf(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
}
