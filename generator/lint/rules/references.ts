import { diagnostic } from "../../diagnostics/diagnostic.js";
import { didYouMean, Suggestions } from "../../diagnostics/suggest.js";
import { escapeStep } from "../../json-schema/pointer-step.js";
import {
  referencedSchema,
  resolveReference,
  type SchemaDocument,
  type SchemaDocuments,
} from "../../json-schema/reference.js";
import { inPlaceKeywords, subschemas } from "../../json-schema/walk-schema.js";
import { asObject, isJsonObject, type JsonObject } from "../../values/json-object.js";
import type { LintRule } from "../rule.js";

/** Requires every `$ref` to point to a schema inside the project and not to be circular. */
export const referencesRule: LintRule = function* ({ views, documents }) {
  const problemOf = chainTest(documents);
  for (const { view, schema, document, path } of views.flatMap(({ schemas }) => schemas)) {
    const { $ref } = schema;
    if (typeof $ref !== "string") continue;
    const target = resolveReference($ref, document, documents);
    if ("kind" in target) {
      const code = target.kind === "outside" ? "TK3018" : "TK3016";
      const help =
        target.kind === "no-target" ? definitionHelp($ref, document, documents) : helps[target.kind];
      yield diagnostic(code, view.place([...path, "$ref"]), target.message, help);
      continue;
    }
    const problem = problemOf(schema, document);
    const help =
      problem === circular ? "Move the `$ref` into `properties` or `items`." : "Shorten the chain.";
    if (problem) yield diagnostic("TK3017", view.place([...path, "$ref"]), `\`${$ref}\` ${problem}.`, help);
  }
};

const pathHelp = "Refer to a file inside the project by its relative path, or to `#/$defs/…`.";
const helps = { outside: pathHelp, anchor: pathHelp, "no-file": "Correct the path, or create the file." };

interface Definitions {
  readonly pointers: ReadonlyMap<string, string>;
  readonly suggestions: Suggestions;
}

const known = new WeakMap<JsonObject, Definitions>();

function definitionHelp(reference: string, from: SchemaDocument, documents: SchemaDocuments): string {
  const [address = ""] = reference.split("#");
  const root = asObject(referencedSchema({ $ref: address }, from, documents)?.schema);
  const { pointers, suggestions } = known.get(root) ?? definitionsOf(root);
  known.set(root, { pointers, suggestions });
  const near = pointers.get(suggestions.nearest(reference.slice(reference.lastIndexOf("/") + 1)) ?? "");
  return didYouMean(near && address + near).trim() || "Define it in `$defs`, or correct the path.";
}

function definitionsOf(root: JsonObject): Definitions {
  const pointers = new Map<string, string>();
  for (const keyword of ["definitions", "$defs"])
    for (const name of Object.keys(asObject(root[keyword])))
      pointers.set(name, `#/${keyword}/${escapeStep(name).replaceAll("%", "%25")}`);
  return { pointers, suggestions: new Suggestions(pointers.keys()) };
}

/** Maximum chain of references to the same value; following more is slow. */
const maxChainLength = 500;

const circular = "is circular: it leads back to itself without describing a value";
const tooLong = `starts a chain of more than ${maxChainLength} schemas for the same value`;

/** Tests whether a schema leads back to itself, or starts too long a chain of references and in-place keywords. */
function chainTest(documents: SchemaDocuments) {
  const visited = new Set<JsonObject>();
  const problems = new Map<JsonObject | undefined, string>();
  const chain: JsonObject[] = [];
  // Visits every schema once; limits the depth so that the stack does not overflow.
  const visit = (schema: unknown, document: SchemaDocument): void => {
    if (!isJsonObject(schema) || visited.has(schema)) return;
    const start = chain.indexOf(schema);
    if (start >= 0) for (const step of chain.slice(start)) problems.set(step, circular);
    else if (chain.length === maxChainLength) problems.set(chain[0], tooLong);
    else {
      chain.push(schema);
      for (const inner of subschemas(schema))
        if (inPlaceKeywords.has(inner.keyword)) visit(inner.schema, document);
      const target = referencedSchema(schema, document, documents);
      if (target !== undefined) visit(target.schema, target.document);
      chain.pop();
      visited.add(schema);
    }
  };
  return (schema: JsonObject, document: SchemaDocument): string | undefined => {
    visit(schema, document);
    return problems.get(schema);
  };
}
