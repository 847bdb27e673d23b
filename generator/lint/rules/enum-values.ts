import { diagnostic } from "../../diagnostics/catalog.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { itemsOf } from "../../model/items-of.js";
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
    yield diagnostic(
      "TK3009",
      view.place([...path, "enum"]),
      "The `enum` is empty, so no value is allowed.",
      {
        help: "List the values, or remove `enum`.",
      },
    );
  }
  if (values.length > manyValues) {
    const message = `The \`enum\` has ${values.length} values; models and compilers handle up to ${manyValues} well.`;
    yield diagnostic("TK3027", view.place([...path, "enum"], "key"), message, {
      help: "Take text, and check it in the tool.",
    });
  }
  const seen = new Map<string, number>();
  for (const [index, value] of itemsOf(values)) {
    if (types !== undefined && !matchesType(value, types))
      yield contradiction(node, types, ["enum", index], value);
    const key = JSON.stringify(value);
    if (seen.has(key)) {
      yield diagnostic(
        "TK3010",
        view.place([...path, "enum", index]),
        `The value ${quoted(value)} is listed twice.`,
        {
          help: "Remove one of the two.",
        },
      );
    }
    seen.set(key, index);
  }
});

function contradiction(
  { view, path }: ViewedSchema,
  types: readonly string[],
  where: readonly (string | number)[],
  value: unknown,
): Diagnostic {
  const message = `The value ${quoted(value)} is not of type ${types.join(" or ")}, so it can never be chosen.`;
  const meant = types.map((type) => convertTo(type, value)).find((candidate) => candidate !== undefined);
  const place = view.place([...path, ...where]);
  if (meant === undefined) {
    const help =
      value === null ? `Write \`type: [${types.join(", ")}, "null"]\`, or remove the value.` : undefined;
    return diagnostic("TK3008", place, message, { help: help ?? "Change the value, or the `type`." });
  }
  const fix = replaceValue(view.source, [...path, ...where], JSON.stringify(meant), `write ${quoted(meant)}`);
  return diagnostic("TK3008", place, message, { ...(fix && { fix }) });
}
