import { diagnostic } from "../../diagnostics/catalog.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { didYouMean } from "../../diagnostics/suggest.js";
import { isJsonObject, itemsOf } from "../../values/json-object.js";
import type { ManifestPath } from "../../read/manifest-source.js";
import type { ManifestView } from "../manifest-view.js";
import { parametersHelp, parametersOf } from "../parameters.js";
import { manifestRule, type LintProject, type LintRule } from "../rule.js";

/** `{placeholders}` name parameters. */
export const placeholdersRule: LintRule = manifestRule(function* (view, project) {
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
  const parameters = parametersOf(view, project);
  const { names, open, suggestions } = parameters;
  const braced = (name: string | undefined): string | undefined => name && `{${name}}`;
  const reported = new Set<string>();
  for (const [placeholder, name = ""] of template.matchAll(/\{([^{}]*)\}/g)) {
    if (open || names.has(name) || reported.has(name)) continue;
    reported.add(name);
    const message = `\`${placeholder}\` is not a parameter.${didYouMean(braced(suggestions.nearest(name)))}`;
    const help = parametersHelp(parameters);
    yield diagnostic("TK2008", view.place(path, "value", placeholder), message, { help });
  }
  const brace = /[{}]/.exec(template.replaceAll(/\{[^{}]*\}/g, ""))?.[0];
  if (brace === undefined) return;
  const help = "A placeholder is a parameter's name in braces: `{path}`.";
  yield diagnostic("TK2008", view.place(path, "value", brace), `The \`${brace}\` has no counterpart.`, {
    help,
  });
}
