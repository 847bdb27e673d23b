import { isRecord } from "@toolkiln/runtime/json";

/** Longer values are cut in descriptions; the validator knows them whole. */
const longest = 400;

/** A value as it is quoted in a description. */
export function quoteValue(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

const phrases = new Map<string, (value: unknown) => string>([
  ["minLength", (value) => `at least ${count(value, "character")}`],
  ["maxLength", (value) => `at most ${count(value, "character")}`],
  ["pattern", (value) => `matches the regular expression ${String(value)}`],
  ["format", (value) => `in the format "${String(value)}"`],
  ["contentEncoding", (value) => `encoded as ${String(value)}`],
  ["contentMediaType", (value) => `content of type ${String(value)}`],
  ["minimum", (value) => `at least ${String(value)}`],
  ["maximum", (value) => `at most ${String(value)}`],
  ["exclusiveMinimum", (value) => `more than ${String(value)}`],
  ["exclusiveMaximum", (value) => `less than ${String(value)}`],
  ["multipleOf", (value) => `a multiple of ${String(value)}`],
  ["minItems", (value) => `at least ${count(value, "item")}`],
  ["maxItems", (value) => `at most ${count(value, "item")}`],
  ["uniqueItems", () => "no item twice"],
  ["contains", (value) => `has an item that matches ${quoteValue(value)}`],
  ["minContains", (value) => `at least ${String(value)} such items`],
  ["maxContains", (value) => `at most ${String(value)} such items`],
  ["minProperties", (value) => `at least ${count(value, "property", "properties")}`],
  ["maxProperties", (value) => `at most ${count(value, "property", "properties")}`],
  ["propertyNames", (value) => `property names match ${quoteValue(value)}`],
  ["patternProperties", (value) => `properties by the pattern of their names: ${quoteValue(value)}`],
  [
    "additionalProperties",
    (value) => (value === false ? "no other properties" : `other properties match ${quoteValue(value)}`),
  ],
  [
    "unevaluatedProperties",
    (value) => (value === false ? "no other properties" : `other properties match ${quoteValue(value)}`),
  ],
  [
    "unevaluatedItems",
    (value) => (value === false ? "no other items" : `other items match ${quoteValue(value)}`),
  ],
  ["dependentRequired", (value) => phraseDependents(value)],
  ["dependentSchemas", (value) => `when these properties are present: ${quoteValue(value)}`],
  ["enum", (value) => `one of ${quoteValue(value)}`],
  ["const", (value) => `always ${quoteValue(value)}`],
  ["not", (value) => `must not match ${quoteValue(value)}`],
  ["if", (value) => `if it matches ${quoteValue(value)}`],
  ["then", (value) => `then it matches ${quoteValue(value)}`],
  ["else", (value) => `otherwise it matches ${quoteValue(value)}`],
  ["anyOf", (value) => `matches at least one of ${quoteValue(value)}`],
  ["oneOf", (value) => `matches exactly one of ${quoteValue(value)}`],
  ["allOf", (value) => `matches all of ${quoteValue(value)}`],
  ["default", (value) => `default: ${quoteValue(value)}`],
  ["examples", (value) => `for example ${quoteValue(value)}`],
  ["deprecated", () => "deprecated"],
]);

/** What a keyword demands, in words that a model reads. */
export function phraseKeyword(keyword: string, value: unknown): string {
  return phrases.get(keyword)?.(value) ?? `${keyword}: ${quoteValue(value)}`;
}

function count(value: unknown, one: string, many: string = `${one}s`): string {
  return `${String(value)} ${value === 1 ? one : many}`;
}

function phraseDependents(value: unknown): string {
  if (!isRecord(value)) return `dependentRequired: ${quoteValue(value)}`;
  return Object.entries(value)
    .map(
      ([name, needed]) => `${name} needs ${Array.isArray(needed) ? needed.join(", ") : quoteValue(needed)}`,
    )
    .join("; ");
}
