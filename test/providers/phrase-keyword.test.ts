import { describe, expect, it } from "vitest";
import { phraseKeyword } from "../../packages/providers/schema/phrase-keyword.js";

describe("what a keyword demands, in words", () => {
  it.each<[keyword: string, value: unknown, phrase: string]>([
    ["minLength", 1, "at least 1 character"],
    ["maxLength", 2, "at most 2 characters"],
    ["pattern", "^a", "matches the regular expression ^a"],
    ["format", "date", 'in the format "date"'],
    ["contentEncoding", "base64", "encoded as base64"],
    ["contentMediaType", "text/html", "content of type text/html"],
    ["minimum", 1, "at least 1"],
    ["maximum", 2, "at most 2"],
    ["exclusiveMinimum", 0, "more than 0"],
    ["exclusiveMaximum", 9, "less than 9"],
    ["multipleOf", 0.5, "a multiple of 0.5"],
    ["minItems", 1, "at least 1 item"],
    ["maxItems", 3, "at most 3 items"],
    ["uniqueItems", true, "no item twice"],
    ["contains", { const: 1 }, 'has an item that matches {"const":1}'],
    ["minContains", 2, "at least 2 such items"],
    ["maxContains", 3, "at most 3 such items"],
    ["minProperties", 1, "at least 1 property"],
    ["maxProperties", 2, "at most 2 properties"],
    ["propertyNames", { maxLength: 3 }, 'property names match {"maxLength":3}'],
    ["patternProperties", { a: {} }, 'properties by the pattern of their names: {"a":{}}'],
    ["additionalProperties", false, "no other properties"],
    ["additionalProperties", { type: "null" }, 'other properties match {"type":"null"}'],
    ["unevaluatedProperties", false, "no other properties"],
    ["unevaluatedProperties", {}, "other properties match {}"],
    ["unevaluatedItems", false, "no other items"],
    ["unevaluatedItems", {}, "other items match {}"],
    ["dependentRequired", { a: ["b", "c"], d: 1 }, "a needs b, c; d needs 1"],
    ["dependentRequired", 1, "dependentRequired: 1"],
    ["dependentSchemas", { a: {} }, 'when these properties are present: {"a":{}}'],
    ["enum", [1, 2], "one of [1,2]"],
    ["const", "a", 'always "a"'],
    ["not", {}, "must not match {}"],
    ["if", {}, "if it matches {}"],
    ["then", {}, "then it matches {}"],
    ["else", {}, "otherwise it matches {}"],
    ["anyOf", [], "matches at least one of []"],
    ["oneOf", [], "matches exactly one of []"],
    ["allOf", [], "matches all of []"],
    ["default", 1, "default: 1"],
    ["examples", [1], "for example [1]"],
    ["deprecated", true, "deprecated"],
    ["x-own", undefined, "x-own: nothing"],
  ])("%s: %j", (keyword, value, phrase) => {
    expect(phraseKeyword(keyword, value)).toBe(phrase);
  });

  it("is cut where a value is long", () => {
    expect(phraseKeyword("const", "a".repeat(1000))).toHaveLength("always ".length + 401);
  });
});
