import { editDistance } from "@toolkiln/runtime/vocabulary";
import { diagnostic, type Diagnostic, type Fix } from "../../diagnostics/diagnostic.js";
import { didYouMean, Suggestions } from "../../diagnostics/suggest.js";
import { schemaDefinition } from "../../schema/schemas.js";
import type { JsonObject } from "../../values/json-object.js";
import { removeKey, renameKey } from "../edit-value.js";
import type { ViewedSchema, LintRule } from "../rule.js";

const known = new Set(Object.keys(schemaDefinition.properties));

/** Rejected keywords with advice: they inject source code or change what other keywords mean. */
const forbidden: ReadonlyMap<string, string> = new Map([
  ["tsType", "Describe the type with JSON Schema. `tsType` could inject code into generated files."],
  ["tsEnumNames", "`enum` alone gives a union. `tsEnumNames` could inject code into generated files."],
  ["$data", "Write the value itself."],
  ["$async", "Remove it: validators are synchronous, so every value would pass."],
  ["$anchor", "Refer to schemas by their path, `#/$defs/…`."],
  ["$dynamicRef", "Refer to schemas with `$ref`."],
  ["$dynamicAnchor", "Refer to schemas by their path, `#/$defs/…`."],
  ["$recursiveRef", 'Refer to schemas with `$ref`; `$ref: "#"` is the root.'],
  ["$recursiveAnchor", "Remove it."],
  ["$vocabulary", "Remove it; schemas use the 2020-12 vocabulary."],
]);

const similar = "Correct the spelling. If it is your own keyword, choose a name that is less similar.";

/** Requires every keyword to be supported or to start with `x-`. */
export const keywordsRule: LintRule = function* ({ views }) {
  let suggestions: Suggestions | undefined;
  for (const node of views.flatMap(({ schemas }) => schemas)) {
    for (const keyword of Object.keys(node.schema).filter((name) => !known.has(name))) {
      // Short keywords are similar to everything.
      suggestions ??= new Suggestions([...known].filter(({ length }) => length > 3));
      yield* unknownKeyword(node, keyword, suggestions);
    }
    if (node.schema["nullable"] !== true) continue;
    const message =
      '`nullable` is a keyword of OpenAPI. In JSON Schema, add a type: `type: [string, "null"]`.';
    yield diagnostic("TK3002", node.view.place([...node.path, "nullable"], "key"), message);
  }
};

function* unknownKeyword(
  { view, schema, path: at }: ViewedSchema,
  keyword: string,
  suggestions: Suggestions,
): Iterable<Diagnostic> {
  const path = [...at, keyword];
  const place = view.place(path, "key");
  const removal = (): Fix | undefined => removeKey(view.source, path, `remove \`${keyword}\``);
  const help = forbidden.get(keyword);
  const isOwn = keyword.startsWith("x-");
  const near = nearestKeyword(keyword, schema, suggestions);
  if (help !== undefined) {
    yield diagnostic("TK3019", place, `\`${keyword}\` is not allowed in a schema.`, { help, fix: removal() });
  } else if (keyword === "$id" || (keyword === "id" && typeof schema[keyword] === "string")) {
    const message = `\`${keyword}\` has no effect: references cannot use it.`;
    yield diagnostic("TK3020", place, message, { fix: removal() });
  } else if (near !== undefined) {
    const message = `\`${keyword}\` is not a keyword.${didYouMean(near)}`;
    // Fix only clear misspellings; a person must judge similar keywords.
    const isVariant = suggestions.variantOf(keyword) === near && near.startsWith("x-") === isOwn;
    const fix = isVariant && !Object.hasOwn(schema, near) && renameKey(view.source, path, near);
    yield diagnostic("TK3003", place, message, fix ? { fix } : { help: similar });
  } else if (!isOwn) {
    const message = `\`${keyword}\` is not a keyword of JSON Schema and has no effect.`;
    const other = "Remove it, or start its name with `x-` if one of your programs reads it.";
    yield diagnostic("TK3002", place, message, other);
  }
}

/** The keyword that was most likely meant; undefined for a keyword of another program. */
function nearestKeyword(keyword: string, schema: JsonObject, suggestions: Suggestions): string | undefined {
  if (!keyword.startsWith("x-")) {
    // Short keywords are similar to everything; `example` is a keyword of OpenAPI.
    const isTypo = keyword.length > 3 && keyword !== "example";
    return isTypo ? suggestions.nearest(keyword, (other) => !Object.hasOwn(schema, other)) : undefined;
  }
  const near = suggestions.nearest(keyword, (other) => other.startsWith("x-")) ?? "";
  const allowed = Math.max(1, Math.floor(near.length / 5));
  return editDistance(keyword.toLowerCase(), near) <= allowed ? near : undefined;
}
