import { editDistance } from "@toolkiln/runtime/vocabulary";
import { diagnostic } from "../../diagnostics/catalog.js";
import type { Diagnostic, Fix } from "../../diagnostics/diagnostic.js";
import { didYouMean, Suggestions } from "../../diagnostics/suggest.js";
import { schemaDefinition } from "../../schema/schemas.js";
import { removeKey, renameKey } from "../edit-value.js";
import { oneOf } from "../describe-value.js";
import { meantKeywords } from "../keyword-aliases.js";
import type { SchemaView, ViewedSchema } from "../manifest-view.js";
import { schemaRule, type LintRule } from "../rule.js";

const known = new Set(Object.keys(schemaDefinition.properties));

/** Keywords that write source code or move what `$ref` means; understanding them would make a lie possible. */
const forbidden: ReadonlyMap<string, string> = new Map([
  ["tsType", "It would put text into generated code; describe the type with JSON Schema."],
  ["tsEnumNames", "It would put text into generated code; `enum` alone gives a union."],
  ["$data", "Write the value itself."],
  ["$async", "Remove it: validators are synchronous, so every value would pass."],
  ["$anchor", "Refer to schemas by their path, `#/$defs/…`."],
  ["$dynamicRef", "Refer to schemas with `$ref`."],
  ["$dynamicAnchor", "Refer to schemas by their path, `#/$defs/…`."],
  ["$recursiveRef", 'Refer to schemas with `$ref`; `$ref: "#"` is the root.'],
  ["$recursiveAnchor", "Remove it."],
  ["$vocabulary", "Remove it; the vocabulary is that of 2020-12."],
]);

/** Words that other formats put into schemas and that resemble keywords without meaning them. */
const foreign: ReadonlyMap<string, string> = new Map([
  ["optional", "A property is optional unless `required` names it."],
  ["options", "List the values that are allowed in `enum`."],
  ["values", "List the values that are allowed in `enum`."],
  ["length", "Write `minLength` and `maxLength`."],
  ["example", "Write `examples: […]`."],
  ["markdownDescription", "Write `description`."],
  ["enumNames", "Describe the values in `description`."],
  ["enumDescriptions", "Describe the values in `description`."],
]);

/** Every keyword is one that is understood, or begins with `x-`. */
export const keywordsRule: LintRule = schemaRule("keywords", function* (node) {
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
  const refused = forbidden.get(keyword);
  if (refused !== undefined) {
    const message = `\`${keyword}\` is not allowed in a schema.`;
    return diagnostic("TK3019", place, message, { help: refused, fix: removal() });
  }
  if (keyword === "$id" || (keyword === "id" && typeof schema[keyword] === "string")) {
    const message = `\`${keyword}\` is ignored: a tool's schema has no address.`;
    return diagnostic("TK3020", place, message, { fix: removal() });
  }
  const help = foreign.get(keyword);
  if (help !== undefined)
    return diagnostic("TK3002", place, `\`${keyword}\` is not a keyword of JSON Schema.`, { help });
  return misspelled(node, keyword) ?? unknown(node, keyword);
}

/** A keyword that is not written as it should be. It is renamed where that is clear; what is merely near is for a person to judge. */
function misspelled({ view, schema, path }: ViewedSchema, keyword: string): Diagnostic | undefined {
  const isAbsent = (candidate: string): boolean => !Object.hasOwn(schema, candidate);
  const meant = meantKeywords(keyword, schema);
  const [alias] = meant.length === 1 ? meant : [];
  const certain = [alias, keywordsFor(view).variantOf(keyword)].find(
    (candidate) => candidate !== undefined && !candidate.startsWith("x-") && isAbsent(candidate),
  );
  const near = certain ?? (keyword.length > 3 ? keywordsFor(view).nearest(keyword, isAbsent) : undefined);
  if (near === undefined) return undefined;
  const message = `\`${keyword}\` is not a keyword of JSON Schema.${didYouMean(near)}`;
  const details =
    certain === undefined
      ? { help: "Correct it, or start its name with `x-` if one of your programs reads it." }
      : { fix: renameKey(view.source, [...path, keyword], certain) };
  return diagnostic("TK3003", view.place([...path, keyword], "key"), message, details);
}

const suggestionsOf = new WeakMap<SchemaView, Suggestions>();

/** The keywords that a slip in a file may mean; short ones are near to everything. */
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
  const message = `toolkiln does not know \`${keyword}\`.${didYouMean(near)}`;
  const distance = editDistance(keyword.toLowerCase(), near);
  // A mistyped safety keyword protects nothing; what is merely similar may be a keyword of somebody else.
  if (distance > Math.max(1, Math.floor(near.length / 5))) yield diagnostic("TK3002", place, message);
  else {
    const isCertain = keywordsFor(view).variantOf(keyword) === near && !Object.hasOwn(schema, near);
    const help = "Correct it, or choose a less similar name if another program reads it.";
    const fix = isCertain && renameKey(view.source, [...path, keyword], near);
    yield diagnostic("TK3003", place, message, fix ? { fix } : { help });
  }
}

function unknown({ view, path, schema }: ViewedSchema, keyword: string): Diagnostic {
  const meant = meantKeywords(keyword, schema);
  const help =
    meant.length === 0
      ? "Remove it, or start its name with `x-` if one of your programs reads it."
      : `Write ${oneOf(meant)}.`;
  const message = `\`${keyword}\` is not a keyword of JSON Schema and has no effect.`;
  return diagnostic("TK3002", view.place([...path, keyword], "key"), message, { help });
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
