import { compareRisk, isRiskLevel } from "@toolkiln/runtime/vocabulary";
import { diagnostic, type DiagnosticCode } from "../../diagnostics/catalog.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { KnownProperties } from "../../json-schema/property-names.js";
import { isJsonObject, itemsOf, type JsonObject } from "../../values/json-object.js";
import type { ManifestPath } from "../../read/manifest-source.js";
import type { ManifestView } from "../manifest-view.js";
import { parametersOf, unknownParameter } from "../parameters.js";
import { RuleContradictions } from "../rule-contradictions.js";
import { manifestRule, type LintRule } from "../rule.js";

/** Every rule can match, and something follows when it does. */
export const riskRulesRule: LintRule = manifestRule("risk-rules", function* (view, project) {
  const { rules } = view.value;
  if (!Array.isArray(rules)) return;
  const parameters = parametersOf(view, project);
  const contradictions = new RuleContradictions(rules, parameters.properties, project.documents);
  for (const [index, rule] of itemsOf(rules)) {
    if (!isJsonObject(rule)) continue;
    yield* checkEffect(view, rule, ["rules", index]);
    yield* checkConditions(view, rule, index, parameters, contradictions);
    const name = isJsonObject(rule["warn"]) ? rule["warn"]["parameter"] : undefined;
    if (typeof name !== "string" || parameters.open || parameters.properties.has(name)) continue;
    const path = ["rules", index, "warn", "parameter"];
    yield unknownParameter("TK2015", { name, path, target: "value" }, view, parameters);
  }
});

function* checkEffect(view: ManifestView, rule: JsonObject, path: ManifestPath): Iterable<Diagnostic> {
  const { risk, warn, when, whenSchema } = rule;
  const base = view.value["risk"];
  const report = (code: DiagnosticCode, where: ManifestPath, message: string, help: string): Diagnostic =>
    diagnostic(code, view.place([...path, ...where], where[0] === "when" ? "key" : "value"), message, {
      help,
    });
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
    const help = "Set the tool's `risk` to the lowest level, and raise it in rules.";
    yield report("TK2009", ["risk"], message, help);
  }
  if (order === 0 && warn === undefined) {
    const message = `The tool's risk is ${base} already, so the rule changes nothing.`;
    yield report("TK2011", ["risk"], message, "Raise the risk further, add `warn`, or remove the rule.");
  }
}

function* checkConditions(
  view: ManifestView,
  { when }: JsonObject,
  index: number,
  parameters: KnownProperties,
  contradictions: RuleContradictions,
): Iterable<Diagnostic> {
  if (!isJsonObject(when)) return;
  for (const [name, condition] of Object.entries(when)) {
    const path = ["rules", index, "when", name];
    if (!parameters.properties.has(name)) {
      const named = { name, path, target: "key", others: Object.keys(when) } as const;
      if (!parameters.open) yield unknownParameter("TK2010", named, view, parameters);
      continue;
    }
    const reason = isJsonObject(condition) ? contradictions.of(condition) : undefined;
    if (reason === undefined) continue;
    const help = `Correct the condition on \`${name}\`.`;
    yield diagnostic("TK2010", view.place(path), `The rule never matches: ${reason}.`, { help });
  }
}
