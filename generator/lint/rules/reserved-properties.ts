import { diagnostic } from "../../diagnostics/catalog.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { isJsonObject } from "../../model/json-object.js";
import type { ManifestPath, Place } from "../../read/manifest-source.js";
import { schemaRule, type LintRule } from "../rule.js";

/** Names with a meaning of their own in JavaScript or in the envelope are no properties. */
export const reservedPropertiesRule: LintRule = schemaRule("reserved-properties", function* (node) {
  const { schema, path, view, role, parent } = node;
  for (const [keyword, names] of Object.entries(schema)) {
    if (!naming.has(keyword)) continue;
    const where = [...path, keyword];
    if (isJsonObject(names) && Object.hasOwn(names, "__proto__"))
      yield meaningOfItsOwn(view.place([...where, "__proto__"], "key"));
    for (const list of namesIn(names, where)) {
      const index = list.names.indexOf("__proto__");
      if (index >= 0) yield meaningOfItsOwn(view.place([...list.path, index]));
    }
  }
  const { properties } = schema;
  if (
    role === "data" &&
    parent === undefined &&
    isJsonObject(properties) &&
    Object.hasOwn(properties, "__envelope")
  ) {
    const place = view.place([...path, "properties", "__envelope"], "key");
    yield diagnostic("TK3025", place, "`__envelope` is where a result's envelope is put.", {
      help: "Choose another name.",
    });
  }
});

/** The keywords that name properties or definitions. */
const naming = new Set([
  "properties",
  "$defs",
  "definitions",
  "required",
  "dependentRequired",
  "dependentSchemas",
  "dependencies",
]);

/** The lists of names that a keyword holds: itself, or one for each property. */
function* namesIn(
  value: unknown,
  path: ManifestPath,
): Iterable<{ readonly names: readonly unknown[]; readonly path: ManifestPath }> {
  if (Array.isArray(value)) yield { names: value, path };
  else if (isJsonObject(value))
    for (const [name, inner] of Object.entries(value))
      if (Array.isArray(inner)) yield { names: inner, path: [...path, name] };
}

function meaningOfItsOwn(place: Place): Diagnostic {
  const message = "`__proto__` cannot be a property: JavaScript gives it a meaning of its own.";
  return diagnostic("TK3025", place, message, { help: "Choose another name." });
}
