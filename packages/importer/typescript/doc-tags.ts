import { ts } from "ts-morph";
import type { MutableObject } from "../imported-tool.js";

const numberTags = new Set(
  "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems minProperties maxProperties".split(
    " ",
  ),
);
const textTags = new Set(["pattern", "format", "title"]);

/** What the JSDoc of a symbol says, as keywords of a schema. `lose` hears of tags whose value cannot be read. */
export function docKeywords(
  symbol: ts.Symbol,
  checker: ts.TypeChecker,
  lose: (message: string) => void,
): MutableObject {
  const description = ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim();
  const keywords: MutableObject = { ...(description !== "" && { description }) };
  for (const { name, text } of symbol.getJsDocTags(checker)) {
    const value = ts.displayPartsToString(text).trim();
    if (numberTags.has(name)) {
      if (value !== "" && Number.isFinite(Number(value))) keywords[name] = Number(value);
      else lose(`\`@${name} ${value}\` is not a number; it was dropped.`);
    } else if (textTags.has(name)) keywords[name] = value;
    else if (name === "default" || name === "defaultValue") keywords["default"] = readValue(value);
    else if (name === "example") keywords["examples"] = [...examplesOf(keywords), readValue(value)];
    else if (name === "deprecated" || name === "uniqueItems") keywords[name] = true;
    else if (name === "integer" || (/^(asType|TJS-type)$/.test(name) && value === "integer"))
      keywords["type"] = "integer";
  }
  return keywords;
}

function examplesOf({ examples }: MutableObject): unknown[] {
  return Array.isArray(examples) ? examples : [];
}

/** A value as JSON writes it; anything else is text, with or without its quotes and backticks. */
function readValue(text: string): unknown {
  const bare = text.replace(/^`(.*)`$/s, "$1");
  try {
    return JSON.parse(bare);
  } catch {
    return bare.replace(/^'(.*)'$/s, "$1");
  }
}
