import { diagnostic } from "../../diagnostics/catalog.js";
import { isJsonObject } from "../../model/json-object.js";
import { schemaRule, type LintRule } from "../rule.js";

/** Names with a meaning of their own in JavaScript or in the envelope are no properties. */
export const reservedPropertiesRule: LintRule = schemaRule("reserved-properties", function* (node) {
  const { schema, path, view, role, parent } = node;
  for (const keyword of ["properties", "$defs", "definitions"]) {
    const names = schema[keyword];
    if (!isJsonObject(names) || !Object.hasOwn(names, "__proto__")) continue;
    const place = view.place([...path, keyword, "__proto__"], "key");
    yield diagnostic(
      "TK3025",
      place,
      "`__proto__` cannot be a property: JavaScript gives it a meaning of its own.",
      {
        help: "Choose another name.",
      },
    );
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
