import { diagnostic } from "../../diagnostics/catalog.js";
import { inPlaceKeywords, type SchemaNode } from "../../json-schema/walk-schema.js";
import { isJsonObject } from "../../model/json-object.js";
import type { ManifestPath } from "../../read/manifest-source.js";
import { oneOf } from "../describe-value.js";
import { renameKey, replaceValue } from "../edit-value.js";
import { parametersOf } from "../parameters.js";
import { manifestRule, type LintRule } from "../rule.js";

/** `whenSchema` names parameters only: one that does not exist makes a rule match never, or always. */
export const ruleSchemasRule: LintRule = manifestRule("rule-schemas", function* (view, project) {
  const conditions = view.schemas.filter(({ path }) => path[0] === "rules" && path[2] === "whenSchema");
  const { properties, open, suggestions } = parametersOf(view, project);
  if (open) return;
  for (const node of conditions.filter(isAboutCall)) {
    for (const { name, path, target, others } of namesIn(node)) {
      if (properties.has(name)) continue;
      const near = suggestions.nearest(name);
      const meant = near === undefined ? "" : ` Did you mean \`${near}\`?`;
      const variant = suggestions.variantOf(name);
      const fix =
        variant === undefined || others.includes(variant)
          ? undefined
          : target === "key"
            ? renameKey(view.source, path, variant)
            : replaceValue(view.source, path, variant, `write \`${variant}\``);
      yield diagnostic(
        "TK2015",
        view.place(path, target),
        `\`${name}\` is no parameter of the tool.${meant}`,
        fix ? { fix } : { help: `The parameters are ${oneOf(properties.keys())}.` },
      );
    }
  }
});

/** Whether a schema speaks about the call as a whole, not about a value in it. */
function isAboutCall({ keyword, parent }: SchemaNode): boolean {
  return parent === undefined || (inPlaceKeywords.has(keyword ?? "") && isAboutCall(parent));
}

interface NamedParameter {
  readonly name: string;
  readonly path: ManifestPath;
  readonly target: "key" | "value";
  /** What is named beside it. */
  readonly others: readonly unknown[];
}

const namingKeywords = ["properties", "dependentSchemas", "dependentRequired", "dependencies"];

function* namesIn({ schema, path }: SchemaNode): Iterable<NamedParameter> {
  for (const keyword of namingKeywords) {
    const named = schema[keyword];
    const others = isJsonObject(named) ? Object.keys(named) : [];
    for (const name of others) yield { name, path: [...path, keyword, name], target: "key", others };
  }
  const others: readonly unknown[] = Array.isArray(schema["required"]) ? schema["required"] : [];
  for (const [index, name] of others.entries())
    if (typeof name === "string") yield { name, path: [...path, "required", index], target: "value", others };
}
