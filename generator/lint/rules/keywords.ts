import { editDistance } from "@toolkiln/runtime/vocabulary";
import { diagnostic } from "../../diagnostics/catalog.js";
import type { Diagnostic, Fix } from "../../diagnostics/diagnostic.js";
import { didYouMean, Suggestions } from "../../diagnostics/suggest.js";
import { schemaDefinition } from "../../schema/schemas.js";
import { removeKey, renameKey } from "../edit-value.js";
import type { SchemaView, ViewedSchema } from "../manifest-view.js";
import { schemaRule, type LintRule } from "../rule.js";

const known = new Set(Object.keys(schemaDefinition.properties));

/** Rejected keywords: they inject source code or change what `$ref` means. */
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
  ["$vocabulary", "Remove it; the vocabulary is that of 2020-12."],
]);

/** Keywords of other formats that look like JSON Schema but mean something else. */
const foreign: ReadonlyMap<string, string> = new Map([
  ["optional", "A property is optional unless `required` names it."],
  ["options", "List the values that are allowed in `enum`."],
  ["values", "List the values that are allowed in `enum`."],
  ["length", "Write `minLength` and `maxLength`."],
  ["example", "Write `examples: […]`."],
  ["markdownDescription", "Write `description`."],
  ["min", "Write `minimum`, `minLength` or `minItems`."],
  ["max", "Write `maximum`, `maxLength` or `maxItems`."],
  ["regex", "Write `pattern`."],
  ["choices", "List the values that are allowed in `enum`."],
  ["enumNames", "Describe the values in `description`."],
  ["enumDescriptions", "Describe the values in `description`."],
]);

/** Every keyword is supported or starts with `x-`. */
export const keywordsRule: LintRule = schemaRule(function* (node) {
  for (const keyword of Object.keys(node.schema)) {
    if (known.has(keyword)) continue;
    if (keyword.startsWith("x-")) yield* unknownExtension(node, keyword);
    else yield describe(node, keyword);
  }
  if (node.schema["nullable"] === true) yield nullable(node);
});

function describe(node: ViewedSchema, keyword: string): Diagnostic {
  const { view, schema } = node;
  const path = [...node.path, keyword];
  const place = view.place(path, "key");
  const removal = (): Fix | undefined => removeKey(view.source, path, `remove \`${keyword}\``);
  const reason = forbidden.get(keyword);
  if (reason !== undefined) {
    const message = `\`${keyword}\` is not allowed in a schema.`;
    return diagnostic("TK3019", place, message, { help: reason, fix: removal() });
  }
  if (keyword === "$id" || (keyword === "id" && typeof schema[keyword] === "string")) {
    const message = `\`${keyword}\` is ignored: the schema of a tool has no URI.`;
    return diagnostic("TK3020", place, message, { fix: removal() });
  }
  const isMissing = (candidate: string): boolean => !Object.hasOwn(schema, candidate);
  const isTypo = keyword.length > 3 && !foreign.has(keyword);
  const near = isTypo ? keywordsFor(view).nearest(keyword, isMissing) : undefined;
  if (near === undefined) {
    const message = `\`${keyword}\` is not a keyword of JSON Schema and has no effect.`;
    const other = "Remove it, or start its name with `x-` if one of your programs reads it.";
    return diagnostic("TK3002", place, message, { help: foreign.get(keyword) ?? other });
  }
  const message = `\`${keyword}\` is not a keyword of JSON Schema.${didYouMean(near)}`;
  const help = "Correct it, or start its name with `x-` if one of your programs reads it.";
  // Fix only clear misspellings; a person must judge similar keywords.
  const isCertain = keywordsFor(view).variantOf(keyword) === near && !near.startsWith("x-");
  return diagnostic(
    "TK3003",
    place,
    message,
    isCertain ? { fix: renameKey(view.source, path, near) } : { help },
  );
}

const suggestionsOf = new WeakMap<SchemaView, Suggestions>();

/** Candidates for a misspelled keyword; short ones are similar to everything. */
function keywordsFor(view: SchemaView): Suggestions {
  const suggestions =
    suggestionsOf.get(view) ?? new Suggestions([...known].filter((keyword) => keyword.length > 3));
  suggestionsOf.set(view, suggestions);
  return suggestions;
}

function* unknownExtension({ view, path, schema }: ViewedSchema, keyword: string): Iterable<Diagnostic> {
  const near = keywordsFor(view).nearest(keyword, (candidate) => candidate.startsWith("x-"));
  if (near === undefined) return;
  const place = view.place([...path, keyword], "key");
  const message = `Unknown keyword \`${keyword}\`.${didYouMean(near)}`;
  const distance = editDistance(keyword.toLowerCase(), near);
  // A misspelled safety keyword protects nothing; a similar one may be a custom keyword.
  if (distance > Math.max(1, Math.floor(near.length / 5))) yield diagnostic("TK3002", place, message);
  else {
    const isCertain = keywordsFor(view).variantOf(keyword) === near && !Object.hasOwn(schema, near);
    const help = "Correct it, or choose a less similar name if another program reads it.";
    const fix = isCertain && renameKey(view.source, [...path, keyword], near);
    yield diagnostic("TK3003", place, message, fix ? { fix } : { help });
  }
}

function nullable({ view, path, schema }: ViewedSchema): Diagnostic {
  const { type } = schema;
  const { source } = view;
  const removal = source.removal([...path, "nullable"]);
  const place = view.place([...path, "nullable"], "key");
  const message = '`nullable` is a keyword of OpenAPI. In JSON Schema, add a type: `type: [string, "null"]`.';
  if (typeof type !== "string" || removal === undefined) return diagnostic("TK3002", place, message);
  const text = `[${type}, "null"]`;
  const edits = [
    { range: source.locate([...path, "type"]), text },
    { range: removal, text: "" },
  ];
  return diagnostic("TK3002", place, message, { fix: { title: `write \`type: ${text}\``, edits } });
}
