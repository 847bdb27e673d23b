import { diagnostic } from "../../diagnostics/catalog.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { itemsOf } from "../../model/items-of.js";
import { isJsonObject } from "../../model/json-object.js";
import type { ManifestPath } from "../../read/manifest-source.js";
import { oneOf } from "../describe-value.js";
import type { ManifestView } from "../manifest-view.js";
import { parametersOf } from "../parameters.js";
import { manifestRule, type LintProject, type LintRule } from "../rule.js";
import { editInside, placeInside } from "../text-place.js";

/** `{placeholders}` name parameters. */
export const placeholdersRule: LintRule = manifestRule("placeholders", function* (view, project) {
  const { executionSummary, concurrency } = view.value;
  if (typeof executionSummary === "string")
    yield* check(view, project, ["executionSummary"], executionSummary);
  for (const [index, entry] of itemsOf(concurrency)) {
    if (isJsonObject(entry) && typeof entry["key"] === "string")
      yield* check(view, project, ["concurrency", index, "key"], entry["key"]);
  }
});

function* check(
  view: ManifestView,
  project: LintProject,
  path: ManifestPath,
  template: string,
): Iterable<Diagnostic> {
  const { properties, open, suggestions } = parametersOf(view, project);
  const reported = new Set<string>();
  for (const [placeholder, name = ""] of template.matchAll(/\{([^{}]*)\}/g)) {
    if (open || properties.has(name) || reported.has(name)) continue;
    reported.add(name);
    const near = suggestions.nearest(name);
    const variant = suggestions.variantOf(name);
    const edit = variant === undefined ? undefined : editInside(view, path, placeholder, `{${variant}}`);
    const meant = near === undefined ? "" : ` Did you mean \`{${near}}\`?`;
    yield diagnostic(
      "TK2008",
      placeInside(view, path, placeholder),
      `\`${placeholder}\` names no parameter.${meant}`,
      {
        help:
          properties.size === 0
            ? "The tool has no parameters."
            : `The parameters are ${oneOf(properties.keys())}.`,
        ...(edit && { fix: { title: `write \`{${String(variant)}}\``, edits: [edit] } }),
      },
    );
  }
  const rest = template.replaceAll(/\{[^{}]*\}/g, "");
  const brace = /[{}]/.exec(rest)?.[0];
  if (brace !== undefined)
    yield diagnostic("TK2008", placeInside(view, path, brace), `The \`${brace}\` has no counterpart.`, {
      help: "A placeholder is a parameter's name in braces: `{path}`.",
    });
}
