import { diagnostic } from "../../diagnostics/catalog.js";
import { schemaRule, type LintRule } from "../rule.js";
import { typesOf } from "../value-type.js";

/** Lower and upper bounds; of those that exclude their limit, equal ones leave nothing between them. */
const pairs = [
  ["minimum", "maximum", false],
  ["minLength", "maxLength", false],
  ["minItems", "maxItems", false],
  ["minProperties", "maxProperties", false],
  ["minContains", "maxContains", false],
  ["exclusiveMinimum", "exclusiveMaximum", true],
  ["exclusiveMinimum", "maximum", true],
  ["minimum", "exclusiveMaximum", true],
] as const;

/** Lower bounds lie below upper bounds. */
export const boundsRule: LintRule = schemaRule("bounds", function* ({ schema, path, view }) {
  const onlyIntegers = typesOf(schema)?.every((type) => type === "integer") === true;
  for (const [low, high, excludes] of pairs) {
    const [from, to] = [schema[low], schema[high]];
    if (typeof from !== "number" || typeof to !== "number") continue;
    const hasNoInteger = high === "maximum" && onlyIntegers && Math.ceil(from) > Math.floor(to);
    if (!(from > to || (from === to && excludes) || hasNoInteger)) continue;
    const message = `No value satisfies both \`${low}: ${from}\` and \`${high}: ${to}\`.`;
    const help = "Swap the two, or correct one.";
    yield diagnostic("TK3011", view.place([...path, low]), message, { help });
  }
  const { required, maxProperties } = schema;
  if (Array.isArray(required) && typeof maxProperties === "number" && required.length > maxProperties) {
    const message = `\`required\` names ${required.length} properties, but \`maxProperties\` allows ${maxProperties}.`;
    yield diagnostic("TK3011", view.place([...path, "maxProperties"]), message);
  }
});
