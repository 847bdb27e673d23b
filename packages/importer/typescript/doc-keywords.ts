import { ts, type Symbol as TypeSymbol } from "ts-morph";
import type { MutableObject, Part } from "../source/part.js";
import { attempt } from "../source/read-document.js";

const numberTags =
  /^(minimum|maximum|exclusiveMinimum|exclusiveMaximum|multipleOf|(min|max)(Length|Items|Properties))$/;

/** Converts JSDoc tags of a symbol to schema keywords. Reports tags with invalid values. */
export function docKeywords(symbol: TypeSymbol, place: Part): MutableObject {
  const description = docText(symbol);
  const keywords: MutableObject = { ...(description !== "" && { description }) };
  for (const { name, text } of symbol.compilerSymbol.getJsDocTags()) {
    const value = ts.displayPartsToString(text).trim();
    if (numberTags.test(name)) {
      if (value !== "" && Number.isFinite(Number(value))) keywords[name] = Number(value);
      else place.warn(`\`@${name} ${value}\` is not a number; it was dropped.`);
    } else if (/^(pattern|format|title)$/.test(name)) keywords[name] = value;
    else if (name === "default") keywords[name] = readValue(value);
    else if (name === "example") keywords["examples"] = [readValue(value)];
    else if (/^(deprecated|uniqueItems)$/.test(name)) keywords[name] = true;
    else if (name === "integer") keywords["type"] = "integer";
  }
  return keywords;
}

export function docText(symbol: TypeSymbol): string {
  return ts.displayPartsToString(symbol.compilerSymbol.getDocumentationComment(undefined)).trim();
}

/** Parses JSON; anything else is a string, without quotes and backticks. */
function readValue(text: string): unknown {
  const bare = text.replace(/^`(.*)`$/s, "$1");
  const value = attempt(() => JSON.parse(bare) as unknown);
  return value === undefined ? bare.replace(/^'(.*)'$/s, "$1") : value;
}
