import { ts } from "ts-morph";
import type { MutableObject, Part } from "../source/part.js";

const numberTags =
  /^(minimum|maximum|exclusiveMinimum|exclusiveMaximum|multipleOf|(min|max)(Length|Items|Properties))$/;

/** What the JSDoc of a symbol says, as keywords of a schema. Tags whose value cannot be read are reported. */
export function docKeywords(symbol: ts.Symbol, checker: ts.TypeChecker, place: Part): MutableObject {
  const description = docText(symbol, checker);
  const keywords: MutableObject = { ...(description !== "" && { description }) };
  const examples: unknown[] = [];
  for (const { name, text } of symbol.getJsDocTags(checker)) {
    const value = ts.displayPartsToString(text).trim();
    if (numberTags.test(name)) {
      if (value !== "" && Number.isFinite(Number(value))) keywords[name] = Number(value);
      else place.lose(`\`@${name} ${value}\` is not a number; it was dropped.`);
    } else if (/^(pattern|format|title)$/.test(name)) keywords[name] = value;
    else if (/^default(Value)?$/.test(name)) keywords["default"] = readValue(value);
    else if (name === "example") examples.push(readValue(value));
    else if (/^(deprecated|uniqueItems)$/.test(name)) keywords[name] = true;
    else if (name === "integer" || (/^(asType|TJS-type)$/.test(name) && value === "integer"))
      keywords["type"] = "integer";
  }
  return { ...keywords, ...(examples.length > 0 && { examples }) };
}

/** What the JSDoc of a symbol says before its tags. */
export function docText(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  return ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim();
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
