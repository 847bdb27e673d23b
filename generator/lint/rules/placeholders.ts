import { diagnostic, type Diagnostic } from "../../diagnostics/diagnostic.js";
import { didYouMean } from "../../diagnostics/suggest.js";
import { isJsonObject, itemsOf } from "../../values/json-object.js";
import type { ManifestPath } from "../../read/manifest-source.js";
import { parametersHelp, parametersOf } from "../parameters.js";
import type { LintProject, LintRule } from "../rule.js";

/** `{placeholders}` name parameters. */
export const placeholdersRule: LintRule = function* (project) {
  const { executionSummary, concurrency } = project.manifest.value;
  yield* check(project, ["executionSummary"], executionSummary);
  for (const [index, entry] of itemsOf(concurrency))
    if (isJsonObject(entry)) yield* check(project, ["concurrency", index, "key"], entry["key"]);
};

function* check(project: LintProject, path: ManifestPath, template: unknown): Iterable<Diagnostic> {
  if (typeof template !== "string") return;
  const { manifest: view } = project;
  const parameters = parametersOf(project);
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
  const message = `The \`${brace}\` has no matching brace.`;
  yield diagnostic("TK2008", view.place(path, "value", brace), message, { help });
}
