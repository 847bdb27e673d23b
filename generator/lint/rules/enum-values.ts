import { diagnostic } from "../../diagnostics/catalog.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { itemsOf } from "../../values/json-object.js";
import { quoted } from "../describe-value.js";
import { convertTo, replaceValue } from "../edit-value.js";
import type { ViewedSchema } from "../manifest-view.js";
import { schemaRule, type LintRule } from "../rule.js";
import { matchesType, typesOf } from "../value-type.js";

/** More values than this are a list to search, not to choose from. */
const manyValues = 1000;

/** `enum` and `const` name values of the type beside them, each once. */
export const enumValuesRule: LintRule = schemaRule("enum-values", function* (node) {
  const { schema, path, view } = node;
  const types = typesOf(schema);
  if (types !== undefined && "const" in schema && !matchesType(schema["const"], types))
    yield contradiction(node, types, ["const"], schema["const"]);
  const values: unknown = schema["enum"];
  if (!Array.isArray(values)) return;
  if (values.length === 0) {
    const message = "The `enum` is empty, so no value is allowed.";
    const help = "List the values, or remove `enum`.";
    yield diagnostic("TK3009", view.place([...path, "enum"]), message, { help });
  }
  if (values.length > manyValues) {
    const message = `The \`enum\` has ${values.length} values; models and compilers handle up to ${manyValues} well.`;
    const help = "Accept any string, and check it in the implementation.";
    yield diagnostic("TK3027", view.place([...path, "enum"], "key"), message, { help });
  }
  const seen = new Set<string>();
  for (const [index, value] of itemsOf(values)) {
    if (types !== undefined && !matchesType(value, types))
      yield contradiction(node, types, ["enum", index], value);
    const key = JSON.stringify(value);
    if (seen.has(key)) {
      const message = `The value ${quoted(value)} is listed twice.`;
      const help = "Remove one of the two.";
      yield diagnostic("TK3010", view.place([...path, "enum", index]), message, { help });
    }
    seen.add(key);
  }
});

function contradiction(
  { view, path }: ViewedSchema,
  types: readonly string[],
  where: readonly (string | number)[],
  value: unknown,
): Diagnostic {
  const message = `The value ${quoted(value)} is not of type ${types.join(" or ")}, so it never matches.`;
  const meant = types.map((type) => convertTo(type, value)).find((candidate) => candidate !== undefined);
  const place = view.place([...path, ...where]);
  if (meant === undefined) {
    const allowNull = `Write \`type: [${types.join(", ")}, "null"]\`, or remove the value.`;
    const help = value === null ? allowNull : "Change the value, or the `type`.";
    return diagnostic("TK3008", place, message, { help });
  }
  const fix = replaceValue(view.source, [...path, ...where], JSON.stringify(meant), `write ${quoted(meant)}`);
  return diagnostic("TK3008", place, message, { fix });
}
