import { compareRisk, isRiskLevel } from "@toolkiln/runtime";
import { diagnostic } from "../../diagnostics/catalog.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { suggest } from "../../diagnostics/suggest.js";
import { bundleSchema } from "../../json-schema/bundle-schema.js";
import { compileSchema } from "../../json-schema/schema-compiler.js";
import { isJsonObject, type JsonObject } from "../../model/json-object.js";
import { oneOf, quoted } from "../describe-value.js";
import { renameKey } from "../edit-value.js";
import type { ManifestView } from "../manifest-view.js";
import { parametersOf } from "../parameters.js";
import { manifestRule, type LintProject, type LintRule } from "../rule.js";
import { typesOf } from "../value-type.js";

/** Every rule can match, and something follows when it does. */
export const riskRulesRule: LintRule = manifestRule("risk-rules", function* (view, project) {
  const { rules } = view.value;
  if (!Array.isArray(rules)) return;
  for (const [index, rule] of (rules as readonly unknown[]).entries()) {
    if (!isJsonObject(rule)) continue;
    yield* checkEffect(view, rule, index);
    yield* checkConditions(view, rule, index, project);
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
): Iterable<Diagnostic> {
  if (!isJsonObject(when)) return;
  const { properties, open } = parametersOf(view, project);
  for (const [parameter, condition] of Object.entries(when)) {
    const path = ["rules", index, "when", parameter];
    const property = properties.get(parameter);
    if (property === undefined) {
      if (open) continue;
      const near = suggest(parameter, properties.keys());
      const meant = near === undefined ? "" : ` Did you mean \`${near}\`?`;
      const fix =
        near === undefined || Object.hasOwn(when, near)
          ? undefined
          : renameKey(view.source, path, near, `rename it to \`${near}\``);
      yield diagnostic(
        "TK2010",
        view.place(path, "key"),
        `\`${parameter}\` is no parameter, so the rule never matches.${meant}`,
        fix ? { fix } : { help: `The parameters are ${oneOf([...properties.keys()])}.` },
      );
    } else if (isJsonObject(condition) && isJsonObject(property)) {
      const reason = contradiction(condition, property, view, project);
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
  view: ManifestView,
  { documents }: LintProject,
): string | undefined {
  const [wanted, actual] = [typesOf(condition), typesOf(property)];
  if (wanted && actual && !wanted.some((type) => overlaps(type, actual)))
    return `the parameter is ${actual.join(" or ")}, the condition asks for ${wanted.join(" or ")}`;
  const values: unknown[] | undefined =
    "const" in condition
      ? [condition["const"]]
      : Array.isArray(condition["enum"])
        ? condition["enum"]
        : undefined;
  if (values !== undefined) {
    const document = { source: view.source, root: ["schema"] };
    const validate = compileSchema(
      bundleSchema({ schema: property, document, path: ["schema", "?"] }, documents),
    );
    if (!(validate instanceof Error) && values.every((value) => !validate(value)))
      return `the parameter can never be ${values.map(quoted).join(" or ")}`;
  }
  const [low, high] = [condition["minimum"], property["maximum"]];
  if (typeof low === "number" && typeof high === "number" && low > high)
    return `the parameter is at most ${high}`;
  const [top, bottom] = [condition["maximum"], property["minimum"]];
  if (typeof top === "number" && typeof bottom === "number" && top < bottom)
    return `the parameter is at least ${bottom}`;
  return undefined;
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
  const { properties, open } = parametersOf(view, project);
  if (open || properties.has(parameter)) return;
  const near = suggest(parameter, properties.keys());
  const meant = near === undefined ? "" : ` Did you mean \`${near}\`?`;
  yield diagnostic(
    "TK2015",
    view.place(["rules", index, "warn", "parameter"]),
    `\`${parameter}\` is no parameter of the tool.${meant}`,
    {
      help: `The parameters are ${oneOf([...properties.keys()])}.`,
    },
  );
}
