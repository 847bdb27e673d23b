import { diagnostic } from "../../diagnostics/diagnostic.js";
import { didYouMean } from "../../diagnostics/suggest.js";
import { knownProperties } from "../../json-schema/property-names.js";
import { isCondition, isDefinition, sameValueAncestors } from "../../json-schema/walk-schema.js";
import type { ManifestPath } from "../../read/manifest-source.js";
import { isJsonObject, itemsOf, valueAt } from "../../values/json-object.js";
import { writeValue } from "../edit-value.js";
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
    const fix = writeValue(view.source, where, required.includes(variant) ? undefined : variant);
    const message = `\`required\` names \`${name}\`, which is not a property.${didYouMean(suggestions.nearest(name))}`;
    const help = "Describe it under `properties`, or remove it from `required`.";
    yield diagnostic("TK3007", view.place(where), message, { help, fix });
  }
});

const help = "Choose another name.";
/** The keywords that name properties or definitions. */
const naming = "properties $defs definitions required dependentRequired dependentSchemas dependencies".split(
  " ",
);

/** No property has a name reserved by JavaScript or the envelope. */
export const reservedPropertiesRule: LintRule = schemaRule(function* (node) {
  const { schema, path, view, role, parent } = node;
  for (const keyword of naming) {
    for (const where of protosIn(schema[keyword], [...path, keyword])) {
      const place = view.place(where, typeof where.at(-1) === "number" ? "value" : "key");
      const message = "`__proto__` cannot be a property name: JavaScript reserves it.";
      yield diagnostic("TK3025", place, message, { help });
    }
  }
  const envelope = ["properties", "__envelope"];
  if (role !== "data" || parent !== undefined || valueAt(schema, envelope) === undefined) return;
  const message = "`__envelope` cannot be a property name: it holds the envelope of a result.";
  yield diagnostic("TK3025", view.place([...path, ...envelope], "key"), message, { help });
});

/** Where a keyword names `__proto__`: as a key, in its list, or in the list of a property. */
function* protosIn(value: unknown, path: ManifestPath): Iterable<ManifestPath> {
  if (Array.isArray(value)) {
    const index = value.indexOf("__proto__");
    if (index >= 0) yield [...path, index];
  } else if (isJsonObject(value)) {
    if (Object.hasOwn(value, "__proto__")) yield [...path, "__proto__"];
    for (const [name, inner] of Object.entries(value))
      if (Array.isArray(inner)) yield* protosIn(inner, [...path, name]);
  }
}
