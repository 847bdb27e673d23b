import { diagnostic } from "../../diagnostics/catalog.js";
import { schemaRule, type LintRule } from "../rule.js";
import { typesOf } from "../value-type.js";

/** The keywords that speak about values of certain types only, by those types. */
const keywordsOf: readonly (readonly [
  types: readonly string[],
  title: string,
  keywords: readonly string[],
])[] = [
  [["string"], "text", ["minLength", "maxLength", "pattern", "contentEncoding", "contentMediaType"]],
  [
    ["number", "integer"],
    "numbers",
    ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  ],
  [
    ["array"],
    "lists",
    ["items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains", "minContains", "maxContains"],
  ],
  [
    ["object"],
    "objects",
    [
      "properties",
      "patternProperties",
      "additionalProperties",
      "propertyNames",
      "required",
      "minProperties",
      "maxProperties",
    ],
  ],
];

/** Keywords speak about values of the type beside them; others are never asked. */
export const keywordTypesRule: LintRule = schemaRule("keyword-types", function* ({ schema, path, view }) {
  const types = typesOf(schema);
  if (types === undefined) return;
  for (const [fitting, title, keywords] of keywordsOf) {
    if (types.some((type) => fitting.includes(type))) continue;
    for (const keyword of keywords) {
      if (!Object.hasOwn(schema, keyword)) continue;
      const message = `\`${keyword}\` is about ${title} and means nothing for \`type: ${types.join(", ")}\`.`;
      const help = "Remove it, or correct the type.";
      yield diagnostic("TK3028", view.place([...path, keyword], "key"), message, { help });
    }
  }
});
