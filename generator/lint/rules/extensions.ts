import { diagnostic, type DiagnosticCode, type Diagnostic } from "../../diagnostics/diagnostic.js";
import {
  describedValues,
  maxValues,
  valueKeywordsOf,
  type DescribedValues,
  type ValueKeyword,
} from "../../json-schema/schema-extensions.js";
import { inPlaceKeywords } from "../../json-schema/walk-schema.js";
import { isJsonObject } from "../../values/json-object.js";
import type { ManifestView, ViewedSchema, LintProject, LintRule } from "../rule.js";
import { typesOf } from "../value-validator.js";

const codes = {
  "x-path": "TK3023",
  "x-sensitive": "TK3024",
  "x-inject": "TK3022",
  "x-renamed-from": "TK3024",
  "x-use-instead": "TK3024",
} as const satisfies Readonly<Record<string, DiagnosticCode>>;

type OwnKeyword = keyof typeof codes;

const ownKeywords = Object.keys(codes) as OwnKeyword[];

/** Requires toolkiln keywords to be used where they have an effect. */
export const extensionsRule: LintRule = function* ({ views, manifest, parameters }: LintProject) {
  for (const node of views.flatMap(({ schemas }) => schemas)) {
    if (node.role === "data" || node.role === "condition") yield* checkOutsideParameters(node);
    else yield* checkUseInstead(node);
  }
  if (parameters !== undefined) yield* checkParameters(parameters, manifest);
};

function* checkOutsideParameters({ schema, view, path }: ViewedSchema): Iterable<Diagnostic> {
  for (const keyword of ownKeywords) {
    if (schema[keyword] === undefined) continue;
    const message = `\`${keyword}\` has no effect here: it is only allowed on a parameter.`;
    yield diagnostic(codes[keyword], view.place([...path, keyword], "key"), message, "Remove it.");
  }
}

function* checkParameters(
  parameters: NonNullable<LintProject["parameters"]>,
  view: ManifestView,
): Iterable<Diagnostic> {
  const report = (at: DescribedValues, keyword: OwnKeyword | "$ref", message: string, help: string) => {
    const place = view.place(["schema", ...at.path, at.isReferenced ? "$ref" : keyword], "key");
    return diagnostic(keyword === "$ref" ? "TK3024" : codes[keyword], place, message, help);
  };
  const cycles: Diagnostic[] = [];
  const onCycle = (at: DescribedValues): void => {
    const message = "`x-path` and `x-sensitive` are not supported inside a recursive schema.";
    cycles.push(report(at, "$ref", message, "Flatten the schema, or make the value its own parameter."));
  };
  let values = 0;
  for (const at of describedValues(parameters, onCycle)) {
    if (++values > maxValues) {
      const message = `\`x-\` keywords apply to too many values; the limit is ${maxValues.toLocaleString("en")}.`;
      yield diagnostic("TK3024", view.place(["schema"], "key"), message);
    }
    for (const keyword of valueKeywordsOf(at.schema)) {
      const misuse = valueMisuse(at, keyword);
      if (misuse !== undefined) yield report(at, keyword, ...misuse);
    }
    for (const keyword of ["x-inject", "x-renamed-from"] as const) {
      if (at.schema[keyword] === undefined || isParameter(at)) continue;
      const message = `\`${keyword}\` is only allowed on a parameter, not inside one.`;
      yield report(at, keyword, message, "Move it to a property directly under `schema.properties`.");
    }
  }
  yield* cycles;
}

/** Why a keyword applies to no value or to too many, and how to fix it. */
function valueMisuse(
  { schema, path, inert, rest }: DescribedValues,
  keyword: ValueKeyword,
): readonly [message: string, help: string] | undefined {
  const help = "Put it where the value itself is described.";
  if (inert !== undefined) return [`\`${keyword}\` has no effect inside \`${inert}\`.`, help];
  if (keyword !== "x-path") return undefined;
  const isWhole = path.every((step) => typeof step === "number" || inPlaceKeywords.has(step));
  const types = typesOf(schema) ?? (isWhole ? ["object"] : ["string"]);
  if (!types.includes("string")) {
    const fix = types.includes("array") ? "Put it on `items`." : "Remove it, or make the type `string`.";
    return [`\`x-path\` requires \`type: string\`; the type here is ${types.join(" or ")}.`, fix];
  }
  if (rest === undefined) return undefined;
  const message = `\`x-path\` inside \`${rest}\` would also apply to the values under \`${/items/i.test(rest) ? "prefixItems" : "properties"}\`.`;
  return [message, "Move those values into a parameter of their own."];
}

/** Whether a schema describes one parameter: a property of the outermost object, directly or through `allOf`. */
function isParameter({ schema, path, isReferenced, seen }: DescribedValues): boolean {
  const parents = path.slice(0, -2).filter((step) => typeof step !== "number");
  const isProperty = path.at(-2) === "properties" && parents.every((step) => step === "allOf");
  return isProperty && (!isReferenced || seen.at(-1) === schema);
}

function* checkUseInstead({ schema, keyword, name, parent, view, path }: ViewedSchema): Iterable<Diagnostic> {
  const other = schema["x-use-instead"];
  const siblings = parent?.schema["properties"];
  if (typeof other !== "string" || keyword !== "properties" || !isJsonObject(siblings)) return;
  const place = view.place([...path, "x-use-instead"]);
  if (!Object.hasOwn(siblings, other) || other === name) {
    const message = `\`x-use-instead\` names \`${other}\`, which is not another property.`;
    yield diagnostic("TK3024", place, message, "Name another property of the same object.");
  } else if (schema["deprecated"] !== true) {
    const message = "`x-use-instead` has no effect without `deprecated: true`.";
    yield diagnostic("TK3024", place, message, "Add `deprecated: true`.");
  }
}
