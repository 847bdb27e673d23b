import { diagnostic } from "../../diagnostics/catalog.js";
import { schemaRule, type LintRule } from "../rule.js";
import { typesOf } from "../value-type.js";

/** The keywords that apply to values of certain types only, by the name of these types. */
const keywordsOf: readonly (readonly [title: string, types: readonly string[], keywords: string])[] = [
  ["strings", ["string"], "minLength maxLength pattern contentEncoding contentMediaType"],
  ["numbers", ["number", "integer"], "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf"],
  ["arrays", ["array"], "items prefixItems minItems maxItems uniqueItems contains minContains maxContains"],
  [
    "objects",
    ["object"],
    "properties patternProperties additionalProperties propertyNames required minProperties maxProperties",
  ],
];

/** Keywords apply to the type beside them. */
export const keywordTypesRule: LintRule = schemaRule("keyword-types", function* ({ schema, path, view }) {
  const types = typesOf(schema);
  if (types === undefined) return;
  for (const [title, fitting, keywords] of keywordsOf) {
    if (types.some((type) => fitting.includes(type))) continue;
    for (const keyword of keywords.split(" ")) {
      if (!Object.hasOwn(schema, keyword)) continue;
      const message = `\`${keyword}\` has no effect on \`type: ${types.join(", ")}\`; it applies to ${title} only.`;
      const help = "Remove it, or correct the type.";
      yield diagnostic("TK3028", view.place([...path, keyword], "key"), message, { help });
    }
  }
});
