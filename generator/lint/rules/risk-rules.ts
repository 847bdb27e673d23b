import { compareRisk, isRiskLevel } from "@toolkiln/runtime/vocabulary";
import { diagnostic } from "../../diagnostics/catalog.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { SchemaDocuments } from "../../json-schema/reference.js";
import { isJsonObject, type JsonObject } from "../../model/json-object.js";
import type { ManifestSource } from "../../read/manifest-source.js";
import { compareValues } from "../compare-values.js";
import { oneOf, quoted } from "../describe-value.js";
import { renameKey } from "../edit-value.js";
import type { ManifestView } from "../manifest-view.js";
import { parametersOf } from "../parameters.js";
import { manifestRule, type LintProject, type LintRule } from "../rule.js";
import { timeFor } from "../time-budget.js";
import { typesOf } from "../value-type.js";

/** Every rule can match, and something follows when it does. */
export const riskRulesRule: LintRule = manifestRule("risk-rules", function* (view, project) {
  const { rules } = view.value;
  if (!Array.isArray(rules)) return;
  const { properties } = parametersOf(view, project);
  const impossible = impossibleConditions(rules, { source: view.source, properties }, project.documents);
  for (const [index, rule] of (rules as readonly unknown[]).entries()) {
    if (!isJsonObject(rule)) continue;
    yield* checkEffect(view, rule, index);
    yield* checkConditions(view, rule, index, project, impossible);
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
  impossible: ReadonlySet<unknown>,
): Iterable<Diagnostic> {
  if (!isJsonObject(when)) return;
  const { properties, open, suggestions } = parametersOf(view, project);
  for (const [parameter, condition] of Object.entries(when)) {
    const path = ["rules", index, "when", parameter];
    const property = properties.get(parameter);
    if (property === undefined) {
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
    } else if (isJsonObject(condition) && isJsonObject(property)) {
      const reason = contradiction(condition, property, impossible);
      if (reason !== undefined)
        yield diagnostic("TK2010", view.place(path), `The rule never matches: ${reason}.`, {
          help: `Correct the condition on \`${parameter}\`.`,
        });
    }
  }
}

/** Why no value can satisfy both the condition and the parameter's schema; undefined when one may. */
function contradiction(
  condition: JsonObject,
  property: JsonObject,
  impossible: ReadonlySet<unknown>,
): string | undefined {
  const [wanted, actual] = [typesOf(condition), typesOf(property)];
  if (wanted && actual && !wanted.some((type) => overlaps(type, actual)))
    return `the parameter is ${actual.join(" or ")}, the condition asks for ${wanted.join(" or ")}`;
  if (impossible.has(condition))
    return `the parameter can never be ${valuesOf(condition).slice(0, 10).map(quoted).join(" or ")}`;
  const [low, high] = [condition["minimum"], property["maximum"]];
  if (typeof low === "number" && typeof high === "number" && low > high)
    return `the parameter is at most ${high}`;
  const [top, bottom] = [condition["maximum"], property["minimum"]];
  if (typeof top === "number" && typeof bottom === "number" && top < bottom)
    return `the parameter is at least ${bottom}`;
  return undefined;
}

/** The conditions that name nothing but values which their parameters refuse. What cannot be compared may match. */
function impossibleConditions(
  rules: readonly unknown[],
  {
    source,
    properties,
  }: { readonly source: ManifestSource; readonly properties: ReadonlyMap<string, unknown> },
  documents: SchemaDocuments,
): ReadonlySet<unknown> {
  const document = { source, root: ["schema"] };
  const asked = rules
    .flatMap((rule) => Object.entries(isJsonObject(rule) && isJsonObject(rule["when"]) ? rule["when"] : {}))
    .flatMap(([parameter, condition]) => {
      const schema = properties.get(parameter);
      const values = isJsonObject(schema) && isJsonObject(condition) ? valuesOf(condition) : [];
      return values.map((value) => ({ condition, claim: { value, schema, document } }));
    });
  const verdicts = compareValues(
    asked.map(({ claim }) => claim),
    documents,
    timeFor(source),
  );
  const impossible = new Set(asked.map(({ condition }) => condition));
  for (const [index, { condition }] of asked.entries()) {
    const verdict = verdicts[index];
    if (!Array.isArray(verdict) || verdict.length === 0) impossible.delete(condition);
  }
  return impossible;
}

/** The values that a condition names, when it names them one by one. */
function valuesOf(condition: JsonObject): readonly unknown[] {
  if ("const" in condition) return [condition["const"]];
  return Array.isArray(condition["enum"]) ? condition["enum"] : [];
}

function overlaps(type: string, others: readonly string[]): boolean {
  return others.some((other) => type === other || (isNumeric(type) && isNumeric(other)));
}

function isNumeric(type: string): boolean {
  return type === "number" || type === "integer";
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
