import { diagnostic, type Diagnostic } from "../../diagnostics/diagnostic.js";
import { referencedSchema } from "../../json-schema/reference.js";
import { isCondition, sameValueAncestors } from "../../json-schema/walk-schema.js";
import { asObject, valueAt } from "../../values/json-object.js";
import type { ManifestPath } from "../../read/manifest-source.js";
import { schemaRule, type SchemaView, type ViewedSchema, type LintRule } from "../rule.js";

/** Shorter descriptions do not help a model. */
const minLength = { characters: 15, words: 3 };
/** Some providers reject longer ones. */
const maxLength = 1024;

/** Placeholders of `toolkiln new`, and notes such as TODO. */
const placeholder =
  /\b(?:describe|say) here what it does\b|^\W{0,5}(?:todo|fixme|tbd|xxx)\b|\blorem ipsum\b/i;

const toolHelp = "Describe what it does, when to use it and what its limits are.";
const valueHelp = "Describe what the value means and what to put there.";

/** Requires descriptions that are neither too short nor too long for providers. */
const descriptionsRule: LintRule = function* ({ manifest: view, config }) {
  const { description, targets = {} } = view.value;
  const text = typeof description === "string" ? description.trim() : "";
  const isShort = text.length < minLength.characters || text.split(/\s+/).length < minLength.words;
  if (text !== "" && isShort && !placeholder.test(text)) {
    const message = `The description ${JSON.stringify(text)} is too short for a model to know when to use the tool.`;
    yield diagnostic("TK2016", view.place(["description"]), message, toolHelp);
  }
  // The portability rule checks the limits of configured targets.
  const isMeasured =
    config.targets === undefined && valueAt(targets, ["openai", "description"]) === undefined;
  yield* checkText(view, ["description"], description, isMeasured);
  for (const [provider, override] of Object.entries(asObject(targets)))
    yield* checkText(view, ["targets", provider, "description"], valueAt(override, ["description"]));
};

/** Requires a description of every parameter, since models choose values by it. */
const undescribedPropertyRule: LintRule = schemaRule(function* (node, { documents }) {
  const { schema, view, path, role, keyword, name, document } = node;
  yield* checkText(view, [...path, "description"], schema["description"], true, valueHelp);
  if (role !== "parameters" || keyword !== "properties" || schema["x-inject"] !== undefined) return;
  const target = referencedSchema(schema, document, documents)?.schema;
  if (isDescribed(schema) || isDescribed(target) || isDescribedAround(node)) return;
  const message = `The parameter \`${String(name)}\` has no description.`;
  yield diagnostic("TK2018", view.place(path, "key"), message, valueHelp);
});

/** Whether a schema is only a condition, or narrows a parameter that an outer schema describes. */
function isDescribedAround({ parent, name }: ViewedSchema): boolean {
  return (
    parent !== undefined &&
    (isCondition(parent) ||
      sameValueAncestors(parent).some(({ schema }) =>
        isDescribed(valueAt(schema, ["properties", String(name)])),
      ))
  );
}

function isDescribed(schema: unknown): boolean {
  const { description } = asObject(schema);
  return typeof description === "string" && description.trim() !== "";
}

function* checkText(
  view: SchemaView,
  path: ManifestPath,
  value: unknown,
  isMeasured = true,
  help = toolHelp,
): Iterable<Diagnostic> {
  const text = typeof value === "string" ? value.trim() : "";
  if (placeholder.test(text))
    yield diagnostic("TK2027", view.place(path), "The description is a placeholder.", help);
  if (!isMeasured || text.length <= maxLength) return;
  const message = `The description has ${text.length} characters; some providers refuse more than ${maxLength}.`;
  const other = help === toolHelp ? ", or set a shorter `description` for such a provider in `targets`" : "";
  yield diagnostic("TK2017", view.place(path, "key"), message, `Shorten it${other}.`);
}

export const descriptionRules: readonly LintRule[] = [descriptionsRule, undescribedPropertyRule];
