import { compareRisk, isRiskLevel } from "@toolkiln/runtime/vocabulary";
import { diagnostic } from "../../diagnostics/catalog.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { itemsOf } from "../../model/items-of.js";
import { isJsonObject, type JsonObject } from "../../model/json-object.js";
import { oneOf } from "../describe-value.js";
import { renameKey } from "../edit-value.js";
import type { ManifestView } from "../manifest-view.js";
import { parametersOf } from "../parameters.js";
import { RuleContradictions } from "../rule-contradictions.js";
import { manifestRule, type LintProject, type LintRule } from "../rule.js";

/** Every rule can match, and something follows when it does. */
export const riskRulesRule: LintRule = manifestRule("risk-rules", function* (view, project) {
  const { rules } = view.value;
  if (!Array.isArray(rules)) return;
  const { properties } = parametersOf(view, project);
  const contradictions = new RuleContradictions(rules, properties, project.documents);
  for (const [index, rule] of itemsOf(rules)) {
    if (!isJsonObject(rule)) continue;
    yield* checkEffect(view, rule, index);
    yield* checkConditions(view, rule, index, project, contradictions);
    yield* checkWarning(view, rule, index, project);
  }
});

function* checkEffect(view: ManifestView, rule: JsonObject, index: number): Iterable<Diagnostic> {
  const { risk, warn, when, whenSchema } = rule;
  const base = view.value["risk"];
  const path = ["rules", index];
  if (when === undefined && whenSchema === undefined)
    yield diagnostic("TK2011", view.place(path), "The rule has no condition and holds for every call.", {
      help: "Add `when`, or set the tool's own `risk`.",
    });
  if (when !== undefined && whenSchema !== undefined)
    yield diagnostic(
      "TK2001",
      view.place([...path, "when"], "key"),
      "A rule has `when` or `whenSchema`, not both.",
      {
        help: "Write the whole condition in `whenSchema`.",
      },
    );
  if (risk === undefined && warn === undefined)
    yield diagnostic("TK2011", view.place(path), "Nothing follows from the rule.", {
      help: "Add `risk`, `warn` or both.",
    });
  if (!isRiskLevel(risk) || !isRiskLevel(base)) return;
  const order = compareRisk(risk, base);
  if (order < 0)
    yield diagnostic(
      "TK2009",
      view.place([...path, "risk"]),
      `The tool's risk is ${base}; a rule cannot lower it to ${risk}.`,
      {
        help: "Set the tool's `risk` to the lowest level, and raise it in rules.",
      },
    );
  if (order === 0 && warn === undefined)
    yield diagnostic(
      "TK2011",
      view.place([...path, "risk"]),
      `The tool's risk is ${base} already, so the rule changes nothing.`,
      {
        help: "Raise the risk further, add `warn`, or remove the rule.",
      },
    );
}

function* checkConditions(
  view: ManifestView,
  { when }: JsonObject,
  index: number,
  project: LintProject,
  contradictions: RuleContradictions,
): Iterable<Diagnostic> {
  if (!isJsonObject(when)) return;
  const { properties, open, suggestions } = parametersOf(view, project);
  for (const [parameter, condition] of Object.entries(when)) {
    const path = ["rules", index, "when", parameter];
    if (!properties.has(parameter)) {
      if (open) continue;
      const near = suggestions.nearest(parameter);
      const meant = near === undefined ? "" : ` Did you mean \`${near}\`?`;
      const variant = suggestions.variantOf(parameter);
      const fix =
        variant === undefined || Object.hasOwn(when, variant)
          ? undefined
          : renameKey(view.source, path, variant);
      yield diagnostic(
        "TK2010",
        view.place(path, "key"),
        `\`${parameter}\` is no parameter, so the rule never matches.${meant}`,
        fix ? { fix } : { help: `The parameters are ${oneOf(properties.keys())}.` },
      );
    } else if (isJsonObject(condition)) {
      const reason = contradictions.of(condition);
      if (reason !== undefined)
        yield diagnostic("TK2010", view.place(path), `The rule never matches: ${reason}.`, {
          help: `Correct the condition on \`${parameter}\`.`,
        });
    }
  }
}

function* checkWarning(
  view: ManifestView,
  { warn }: JsonObject,
  index: number,
  project: LintProject,
): Iterable<Diagnostic> {
  const parameter = isJsonObject(warn) ? warn["parameter"] : undefined;
  if (typeof parameter !== "string") return;
  const { properties, open, suggestions } = parametersOf(view, project);
  if (open || properties.has(parameter)) return;
  const near = suggestions.nearest(parameter);
  const meant = near === undefined ? "" : ` Did you mean \`${near}\`?`;
  yield diagnostic(
    "TK2015",
    view.place(["rules", index, "warn", "parameter"]),
    `\`${parameter}\` is no parameter of the tool.${meant}`,
    {
      help: `The parameters are ${oneOf(properties.keys())}.`,
    },
  );
}
