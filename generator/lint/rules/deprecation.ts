import { diagnostic } from "../../diagnostics/catalog.js";
import { manifestRule, schemaRule, type LintRule } from "../rule.js";

const replacement = /\b(?:use|instead|replaced|prefer|see|switch|superseded|moved|call)\b|`/i;

/** What is deprecated says what to use instead. */
export const deprecatedToolRule: LintRule = manifestRule("deprecated-tool", function* (view) {
  const { deprecated } = view.value;
  if (typeof deprecated !== "string" || deprecated === "" || replacement.test(deprecated)) return;
  yield diagnostic("TK2024", view.place(["deprecated"]), "The text does not say what to use instead.", {
    help: "Name the tool that replaces it: `Use file-open instead.`",
  });
});

/** A deprecated parameter names the one that replaces it. */
export const deprecatedPropertyRule: LintRule = schemaRule("deprecated-property", function* (node) {
  const { schema, view, path, keyword, name, role } = node;
  if (role !== "parameters" || keyword !== "properties" || schema["deprecated"] !== true) return;
  const { description } = schema;
  if (schema["x-use-instead"] !== undefined) return;
  if (typeof description === "string" && /\b(?:use|instead|replaced by|prefer)\b/i.test(description)) return;
  yield diagnostic(
    "TK2024",
    view.place([...path, "deprecated"]),
    `\`${String(name)}\` is deprecated without a replacement.`,
    {
      help: "Name the parameter to use with `x-use-instead`.",
    },
  );
});
