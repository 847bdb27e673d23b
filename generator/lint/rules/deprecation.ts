import { diagnostic } from "../../diagnostics/catalog.js";
import { manifestRule, schemaRule, type LintRule } from "../rule.js";

const replacement = /\b(?:use|instead|replaced|prefer|see|switch|superseded|moved|call)\b|`/i;

/** A deprecated tool names what to use instead. */
export const deprecatedToolRule: LintRule = manifestRule("deprecated-tool", function* (view) {
  const { deprecated } = view.value;
  if (typeof deprecated !== "string" || deprecated === "" || replacement.test(deprecated)) return;
  const help = "Name the tool that replaces it: `Use file-open instead.`";
  yield diagnostic("TK2024", view.place(["deprecated"]), "`deprecated` names no replacement.", { help });
});

/** A deprecated parameter names the one that replaces it. */
export const deprecatedPropertyRule: LintRule = schemaRule("deprecated-property", function* (node) {
  const { schema, view, path, keyword, name, role } = node;
  if (role !== "parameters" || keyword !== "properties" || schema["deprecated"] !== true) return;
  const { description } = schema;
  if (schema["x-use-instead"] !== undefined) return;
  if (typeof description === "string" && /\b(?:use|instead|replaced by|prefer)\b/i.test(description)) return;
  const message = `\`${String(name)}\` is deprecated without a replacement.`;
  const help = "Name the parameter to use with `x-use-instead`.";
  yield diagnostic("TK2024", view.place([...path, "deprecated"]), message, { help });
});
