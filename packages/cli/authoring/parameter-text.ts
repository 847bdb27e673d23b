import { didYouMeanOneOf } from "@toolkiln/project";
import { CommandError } from "../command.js";
import { parseJson, wordsOf } from "../run/parse-value.js";

/** A parameter that `toolkiln new` writes into a manifest. */
export interface NewParameter {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly required: boolean;
}

export const parameterSyntax =
  "name:type, name:type! (required), name:type=default or name:a|b|c (choices), optionally followed by # and a description";

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
  if (mark !== undefined && fallback !== undefined)
    throw new CommandError(`'${text}': a required parameter cannot have a default.`);
  const schema = schemaOf(type, text);
  const description = given === "" ? `The ${wordsOf(name)}.` : given;
  // A default of another type is an error in the manifest, which `new` reports.
  const value = schema["type"] === "string" || "enum" in schema ? fallback : parseJson(fallback ?? "");
  const defaultPart = fallback === undefined ? {} : { default: value };
  return { name, schema: { ...schema, ...defaultPart, description }, required: mark !== undefined };
}

function schemaOf(type: string, text: string): Readonly<Record<string, unknown>> {
  if (type.includes("|")) return { enum: type.split("|").map((choice) => choice.trim()) };
  const items = type.endsWith("[]") ? type.slice(0, -2) : undefined;
  const name = items ?? type;
  if (!types.includes(name))
    throw new CommandError(`'${text}': \`${name}\` is not a type.${didYouMeanOneOf(name, types)}`);
  return items === undefined ? { type } : { type: "array", items: { type: items } };
}
