import { diagnostic } from "../../diagnostics/catalog.js";
import { knownProperties } from "../../json-schema/property-names.js";
import { inPlaceKeywords, type SchemaNode } from "../../json-schema/walk-schema.js";
import { replaceValue } from "../edit-value.js";
import type { ViewedSchema } from "../manifest-view.js";
import { schemaRule, type LintRule } from "../rule.js";

/** `required` names properties that are described. */
export const requiredRule: LintRule = schemaRule("required", function* (node, { documents }) {
  const { schema, path, view, document, role } = node;
  const { required } = schema;
  if (!Array.isArray(required) || role === "condition") return;
  const { properties, open, suggestions } = knownProperties(outermost(node).schema, document, documents);
  if (open) return;
  if (isCondition(node)) return;
  for (const [index, name] of (required as readonly unknown[]).entries()) {
    if (typeof name !== "string" || properties.has(name)) continue;
    const where = [...path, "required", index];
    const near = suggestions.nearest(name);
    const variant = suggestions.variantOf(name);
    const fix =
      variant !== undefined && !required.includes(variant)
        ? replaceValue(view.source, where, JSON.stringify(variant), `write \`${variant}\``)
        : undefined;
    const meant = near === undefined ? "" : ` Did you mean \`${near}\`?`;
    yield diagnostic(
      "TK3007",
      view.place(where),
      `\`${name}\` is required but not among the properties.${meant}`,
      {
        help: "Describe it under `properties`, or take it out of `required`.",
        ...(fix && { fix }),
      },
    );
  }
});

/** `not: { required: […] }` and `if` speak of what must be absent, or may be. */
function isCondition(node: SchemaNode): boolean {
  for (let current: SchemaNode | undefined = node; current !== undefined; current = current.parent) {
    if (current.keyword === "not" || current.keyword === "if") return true;
    if (current.keyword !== undefined && !inPlaceKeywords.has(current.keyword)) return false;
  }
  return false;
}

/** The outermost schema that speaks about the same value. */
function outermost(node: ViewedSchema): Pick<ViewedSchema, "schema"> {
  let current: Pick<ViewedSchema, "schema" | "parent" | "keyword"> = node;
  while (
    current.parent !== undefined &&
    current.keyword !== undefined &&
    inPlaceKeywords.has(current.keyword)
  )
    current = current.parent;
  return current;
}
