import { diagnostic } from "../../diagnostics/catalog.js";
import { isJsonObject } from "../../values/json-object.js";
import type { ManifestPath } from "../../read/manifest-source.js";
import { schemaRule, type LintRule } from "../rule.js";

const help = "Choose another name.";

/** Names that JavaScript or the envelope reserve are no properties. */
export const reservedPropertiesRule: LintRule = schemaRule("reserved-properties", function* (node) {
  const { schema, path, view, role, parent } = node;
  for (const keyword of naming.filter((one) => Object.hasOwn(schema, one))) {
    for (const { path: where, target } of protosIn(schema[keyword], [...path, keyword])) {
      const message = "`__proto__` cannot be a property name: JavaScript reserves it.";
      yield diagnostic("TK3025", view.place(where, target), message, { help });
    }
  }
  const { properties } = schema;
  const isRoot = role === "data" && parent === undefined;
  if (!isRoot || !isJsonObject(properties) || !Object.hasOwn(properties, "__envelope")) return;
  const place = view.place([...path, "properties", "__envelope"], "key");
  const message = "`__envelope` cannot be a property name: it holds the envelope of a result.";
  yield diagnostic("TK3025", place, message, { help });
});

/** The keywords that name properties or definitions. */
const naming = "properties $defs definitions required dependentRequired dependentSchemas dependencies".split(
  " ",
);

/** Where a keyword names `__proto__`: as a key, in its list, or in the list of a property. */
function* protosIn(
  value: unknown,
  path: ManifestPath,
): Iterable<{ readonly path: ManifestPath; readonly target: "key" | "value" }> {
  if (Array.isArray(value)) {
    const index = value.indexOf("__proto__");
    if (index >= 0) yield { path: [...path, index], target: "value" };
  } else if (isJsonObject(value)) {
    if (Object.hasOwn(value, "__proto__")) yield { path: [...path, "__proto__"], target: "key" };
    for (const [name, inner] of Object.entries(value))
      if (Array.isArray(inner)) yield* protosIn(inner, [...path, name]);
  }
}
