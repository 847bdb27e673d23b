import { diagnostic } from "../../diagnostics/catalog.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { referencedSchema } from "../../json-schema/reference.js";
import { isCondition, sameValueHolders } from "../../json-schema/walk-schema.js";
import { isJsonObject } from "../../values/json-object.js";
import type { ManifestPath } from "../../read/manifest-source.js";
import type { SchemaView, ViewedSchema } from "../manifest-view.js";
import { manifestRule, schemaRule, type LintRule } from "../rule.js";

/** Fewer characters or words than this tell a model nothing. */
const shortest = { characters: 15, words: 3 };
/** Some providers refuse longer ones. */
const longest = 1024;

/** What `toolkiln new` writes in its author's place, and what authors write to themselves. */
const placeholder = /\bsay here what it does\b|^\W{0,5}(?:todo|fixme|tbd|xxx)\b|\blorem ipsum\b/i;

/** A tool's description says enough, and no more than providers take. */
export const descriptionsRule: LintRule = manifestRule("descriptions", function* (view, { config }) {
  const { description, targets = {} } = view.value;
  const isOverridden =
    isJsonObject(targets) &&
    isJsonObject(targets["openai"]) &&
    typeof targets["openai"]["description"] === "string";
  // The limits of the configuration's own targets are looked at with the rest of what these take.
  const isMeasuredHere = config.targets === undefined && !isOverridden;
  if (typeof description === "string" && description.trim() !== "") {
    const text = description.trim();
    if (placeholder.test(text)) yield stillToBeWritten(view, ["description"]);
    else if (text.length < shortest.characters || text.split(/\s+/).length < shortest.words) {
      const message = `The description ${JSON.stringify(text)} is too short for a model to know when to use the tool.`;
      const help = "Describe what it does, when to use it and what its limits are.";
      yield diagnostic("TK2016", view.place(["description"]), message, { help });
    }
    if (isMeasuredHere) yield* tooLong(view, ["description"], text);
  }
  if (!isJsonObject(targets)) return;
  for (const [provider, override] of Object.entries(targets)) {
    if (isJsonObject(override) && typeof override["description"] === "string")
      yield* tooLong(view, ["targets", provider, "description"], override["description"].trim());
  }
});

/** Parameters are described, since the description is all that a model knows of them. */
export const undescribedPropertyRule: LintRule = schemaRule(
  "undescribed-property",
  function* (node, { documents }) {
    const { schema, view, path, role, keyword, name, document } = node;
    const { description } = schema;
    if (typeof description === "string") {
      yield* tooLong(view, [...path, "description"], description.trim());
      if (placeholder.test(description)) yield stillToBeWritten(view, [...path, "description"]);
    }
    if (role !== "parameters" || keyword !== "properties" || schema["x-inject"] !== undefined) return;
    const target = referencedSchema(schema, document, documents)?.schema;
    if (isDescribed(schema) || isDescribed(target) || isDescribedAround(node)) return;
    const message = `The parameter \`${String(name)}\` has no description.`;
    const help = "Describe what the value means and what to put there.";
    yield diagnostic("TK2018", view.place(path, "key"), message, { help });
  },
);

/** Whether a schema only asks about a parameter, or narrows one that a schema around it describes. */
function isDescribedAround({ parent, name }: ViewedSchema): boolean {
  return (
    parent !== undefined &&
    (isCondition(parent) ||
      sameValueHolders(parent).some(({ schema: { properties } }) =>
        isDescribed(isJsonObject(properties) ? properties[String(name)] : undefined),
      ))
  );
}

function isDescribed(schema: unknown): boolean {
  const description = isJsonObject(schema) ? schema["description"] : undefined;
  return typeof description === "string" && description.trim() !== "";
}

function stillToBeWritten(view: SchemaView, path: ManifestPath): Diagnostic {
  const help = "Describe what it does, when to use it and what its limits are.";
  return diagnostic("TK2027", view.place(path), "The description is a placeholder.", { help });
}

function* tooLong(view: SchemaView, path: ManifestPath, text: string): Iterable<Diagnostic> {
  if (text.length <= longest) return;
  const message = `The description has ${text.length} characters; some providers refuse more than ${longest}.`;
  const help = "Shorten it, or give one provider its own text under `targets`.";
  yield diagnostic("TK2017", view.place(path, "key"), message, { help });
}
