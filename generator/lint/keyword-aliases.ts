import type { JsonObject } from "../values/json-object.js";
import { typesOf } from "./value-type.js";

/** What somebody calls a keyword of JSON Schema, in lower case and without separators; where it depends, by the type beside it. */
const aliases: ReadonlyMap<string, string | Readonly<Record<string, string>>> = new Map(
  Object.entries({
    "min minsize minlen": bound("min"),
    "max maxsize maxlen": bound("max"),
    "minvalue gte": "minimum",
    "maxvalue lte": "maximum",
    gt: "exclusiveMinimum",
    lt: "exclusiveMaximum",
    "regex regexp": "pattern",
    choices: "enum",
    defaultvalue: "default",
    desc: "description",
    ref: "$ref",
    unique: "uniqueItems",
  }).flatMap(([words, meant]) => words.split(" ").map((word) => [word, meant] as const)),
);

function bound(side: "min" | "max"): Readonly<Record<string, string>> {
  return {
    number: `${side}imum`,
    integer: `${side}imum`,
    string: `${side}Length`,
    array: `${side}Items`,
    object: `${side}Properties`,
  };
}

/** The keywords that a common short form may mean in a schema that has none of them; several where the type does not tell. */
export function meantKeywords(keyword: string, schema: JsonObject): readonly string[] {
  const meant = aliases.get(keyword.toLowerCase().replaceAll(/[^a-z]/g, ""));
  if (meant === undefined) return [];
  const names =
    typeof meant === "string"
      ? [meant]
      : (typesOf(schema) ?? Object.keys(meant)).flatMap((type) => meant[type] ?? []);
  return [...new Set(names)].filter((name) => !Object.hasOwn(schema, name));
}
