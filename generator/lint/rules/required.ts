import { diagnostic } from "../../diagnostics/catalog.js";
import { didYouMean } from "../../diagnostics/suggest.js";
import { knownProperties } from "../../json-schema/property-names.js";
import { isCondition, isDefinition, sameValueAncestors } from "../../json-schema/walk-schema.js";
import { itemsOf } from "../../values/json-object.js";
import { replaceValue } from "../edit-value.js";
import { schemaRule, type LintRule } from "../rule.js";

/** `required` names only known properties. */
export const requiredRule: LintRule = schemaRule(function* (node, { documents }) {
  const { schema, path, view, document, role } = node;
  const { required } = schema;
  if (!Array.isArray(required) || role === "condition") return;
  const whole = sameValueAncestors(node).at(-1) ?? node;
  const { names, open, suggestions } = knownProperties(whole.schema, document, documents);
  // A definition without properties may be merged with a schema that has some.
  const isPart = names.size === 0 && (isDefinition(whole) || (role === "shared" && !whole.parent));
  if (open || isPart || isCondition(node)) return;
  for (const [index, name] of itemsOf(required)) {
    if (typeof name !== "string" || names.has(name)) continue;
    const where = [...path, "required", index];
    const variant = suggestions.variantOf(name);
    const fix =
      variant !== undefined && !required.includes(variant)
        ? replaceValue(view.source, where, JSON.stringify(variant), `write \`${variant}\``)
        : undefined;
    const message = `\`required\` names \`${name}\`, which is not a property.${didYouMean(suggestions.nearest(name))}`;
    const help = "Describe it under `properties`, or remove it from `required`.";
    yield diagnostic("TK3007", view.place(where), message, { help, fix });
  }
});
