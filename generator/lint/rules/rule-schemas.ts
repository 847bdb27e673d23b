import { inPlaceKeywords, type SchemaNode } from "../../json-schema/walk-schema.js";
import { isJsonObject } from "../../values/json-object.js";
import { parametersOf, unknownParameter, type NamedParameter } from "../parameters.js";
import { manifestRule, type LintRule } from "../rule.js";

/** `whenSchema` names parameters only: one that does not exist makes a rule match never, or always. */
export const ruleSchemasRule: LintRule = manifestRule("rule-schemas", function* (view, project) {
  const conditions = view.schemas.filter(({ path }) => path[0] === "rules" && path[2] === "whenSchema");
  const parameters = parametersOf(view, project);
  if (parameters.open) return;
  for (const named of conditions.filter(isAboutCall).flatMap((node) => [...namesIn(node)]))
    if (!parameters.properties.has(named.name)) yield unknownParameter("TK2015", named, view, parameters);
});

/** Whether a schema describes the call as a whole, not a value in it. */
function isAboutCall({ keyword, parent }: SchemaNode): boolean {
  return parent === undefined || (inPlaceKeywords.has(keyword ?? "") && isAboutCall(parent));
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
