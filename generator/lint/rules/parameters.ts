import { diagnostic, type Diagnostic, type DiagnosticCode } from "../../diagnostics/diagnostic.js";
import { didYouMean, Suggestions } from "../../diagnostics/suggest.js";
import { asObject, isJsonObject, itemsOf, type JsonObject } from "../../values/json-object.js";
import type { ManifestPath } from "../../read/manifest-source.js";
import type { LintProject, LintRule, ManifestView } from "../rule.js";
import { isDeepStrictEqual } from "node:util";
import { compareRisk, isRiskLevel } from "@toolkiln/runtime/vocabulary";
import { type KnownProperties, knownProperties } from "../../json-schema/property-names.js";
import { inPlaceKeywords, type SchemaNode } from "../../json-schema/walk-schema.js";
import { oneOf, wordList } from "../describe-value.js";
import { renameKey, writeValue } from "../edit-value.js";

/** Requires `{placeholders}` to name parameters. */
const placeholdersRule: LintRule = function* (project) {
  const { executionSummary, concurrency } = project.manifest.value;
  yield* check(project, ["executionSummary"], executionSummary);
  for (const [index, entry] of itemsOf(concurrency))
    yield* check(project, ["concurrency", index, "key"], asObject(entry)["key"]);
};

const propertyHelp = "To show a part of a parameter, implement `getExecutionSummary` instead.";

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
    const message = `The placeholder \`${placeholder}\` does not name a parameter.${didYouMean(braced(suggestions.nearest(name)))}`;
    const isProperty = path[0] === "executionSummary" && names.has(name.split(".")[0] ?? "");
    const help = isProperty ? propertyHelp : parametersHelp(parameters);
    yield diagnostic("TK2008", view.place(path, "value", placeholder), message, help);
  }
  const brace = /[{}]/.exec(template.replaceAll(/\{[^{}]*\}/g, ""))?.[0];
  if (brace === undefined) return;
  const help = "A placeholder is a parameter's name in braces: `{path}`.";
  const message = `The \`${brace}\` has no matching brace.`;
  yield diagnostic("TK2008", view.place(path, "value", brace), message, help);
}

/** Requires every rule to be able to match and to have an effect. */
const riskRulesRule: LintRule = function* (project) {
  const { manifest: view } = project;
  const parameters = parametersOf(project);
  const isUnknown = (name: string): boolean => !parameters.open && !parameters.names.has(name);
  for (const [index, rule] of itemsOf(view.value["rules"])) {
    if (!isJsonObject(rule)) continue;
    yield* checkEffect(view, rule, ["rules", index]);
    yield* checkConditions(view, asObject(rule["when"]), index, parameters);
    const name = asObject(rule["warn"])["parameter"];
    const path = ["rules", index, "warn", "parameter"];
    if (typeof name === "string" && isUnknown(name))
      yield unknownParameter("TK2015", { name, path, target: "value", others: [] }, view, parameters);
  }
  // In `whenSchema`, a condition on an unknown parameter is always true or always false.
  for (const node of view.schemas) {
    if (node.path[0] !== "rules" || node.path[2] !== "whenSchema" || !isAboutCall(node)) continue;
    for (const named of namesIn(node))
      if (isUnknown(named.name)) yield unknownParameter("TK2015", named, view, parameters);
  }
};

function* checkEffect(view: ManifestView, rule: JsonObject, path: ManifestPath): Iterable<Diagnostic> {
  const { risk, warn, when, whenSchema } = rule;
  const base = view.value["risk"];
  const report = (code: DiagnosticCode, where: ManifestPath, message: string, help: string): Diagnostic =>
    diagnostic(code, view.place([...path, ...where], where[0] === "when" ? "key" : "value"), message, help);
  if (when === undefined && whenSchema === undefined) {
    const message = "The rule has no condition and applies to every call.";
    yield report("TK2011", [], message, "Add `when`, or set the tool's own `risk`.");
  }
  if (when !== undefined && whenSchema !== undefined) {
    const message = "A rule has `when` or `whenSchema`, not both.";
    yield report("TK2001", ["when"], message, "Write the whole condition in `whenSchema`.");
  }
  if (risk === undefined && warn === undefined)
    yield report("TK2011", [], "The rule has no effect.", "Add `risk`, `warn` or both.");
  if (!isRiskLevel(risk) || !isRiskLevel(base)) return;
  const order = compareRisk(risk, base);
  if (order < 0) {
    const message = `The tool's risk is ${base}; a rule cannot lower it to ${risk}.`;
    const help = `Set the tool's \`risk\` to \`${risk}\`, and raise it in rules.`;
    yield report("TK2009", ["risk"], message, help);
  }
  if (order === 0 && warn === undefined) {
    const message = `The tool's risk is already ${base}, so the rule changes nothing.`;
    yield report("TK2011", ["risk"], message, "Raise the risk further, add `warn`, or remove the rule.");
  }
}

function* checkConditions(
  view: ManifestView,
  when: JsonObject,
  index: number,
  parameters: KnownProperties,
): Iterable<Diagnostic> {
  for (const [name, condition] of Object.entries(when)) {
    const path = ["rules", index, "when", name];
    if (!parameters.names.has(name)) {
      const named = { name, path, target: "key", others: Object.keys(when) } as const;
      if (!parameters.open) yield unknownParameter("TK2010", named, view, parameters);
      continue;
    }
    const [wanted, possible] = [listedValues(condition), listedValues(view.parameters[name])];
    const canMatch = wanted?.some((value) => possible?.some((other) => isDeepStrictEqual(value, other)));
    if (possible === undefined || canMatch !== false) continue;
    const message = `The rule never matches: \`${name}\` can only be ${oneOf(possible)}.`;
    yield diagnostic("TK2010", view.place(path), message, "Correct the condition.");
  }
}

function listedValues(schema: unknown): readonly unknown[] | undefined {
  if (!isJsonObject(schema)) return undefined;
  if ("const" in schema) return [schema["const"]];
  return Array.isArray(schema["enum"]) ? schema["enum"] : undefined;
}

/** Whether a schema describes the call as a whole, not a value in it. */
function isAboutCall({ keyword, parent }: SchemaNode): boolean {
  return parent === undefined || (inPlaceKeywords.has(keyword ?? "") && isAboutCall(parent));
}

const namingKeywords = ["properties", "dependentSchemas", "dependentRequired", "dependencies"];

function* namesIn({ schema, path }: SchemaNode): Iterable<NamedParameter> {
  for (const keyword of namingKeywords) {
    const others = Object.keys(asObject(schema[keyword]));
    for (const name of others) yield { name, path: [...path, keyword, name], target: "key", others };
  }
  const others: readonly unknown[] = Array.isArray(schema["required"]) ? schema["required"] : [];
  for (const [index, name] of others.entries())
    if (typeof name === "string") yield { name, path: [...path, "required", index], target: "value", others };
}

/** All parameters that a tool's schema names. The root is closed by default. */
function parametersOf({ manifest: { value, documentAt }, documents }: LintProject): KnownProperties {
  const { schema } = value;
  if (isJsonObject(schema)) return knownProperties(schema, documentAt(["schema"]), documents);
  return { names: new Set(), open: schema !== undefined, suggestions: new Suggestions([]) };
}

function parametersHelp({ names }: KnownProperties): string {
  return names.size === 0 ? "The tool has no parameters." : `Known parameters: ${wordList(names)}.`;
}

interface NamedParameter {
  readonly name: string;
  readonly path: ManifestPath;
  readonly target: "key" | "value";
  /** The names next to it, which a fix must not repeat. */
  readonly others: readonly unknown[];
}

/** A diagnostic for an unknown parameter, with a fix when only case or separators differ from a known one. */
function unknownParameter(
  code: DiagnosticCode,
  { name, path, target, others }: NamedParameter,
  view: ManifestView,
  parameters: KnownProperties,
): Diagnostic {
  const { suggestions } = parameters;
  const variant = suggestions.variantOf(name);
  const edit = target === "key" ? renameKey : writeValue;
  const isFree = variant !== undefined && !others.includes(variant);
  const fix = isFree ? edit(view.source, path, variant) : undefined;
  const effect = code === "TK2010" ? ", so the rule never matches" : "";
  const message = `The tool has no parameter \`${name}\`${effect}.${didYouMean(suggestions.nearest(name))}`;
  const help = fix ? undefined : parametersHelp(parameters);
  return diagnostic(code, view.place(path, target), message, { help, fix });
}

export const parameterRules: readonly LintRule[] = [placeholdersRule, riskRulesRule];
