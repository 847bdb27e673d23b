import { diagnostic } from "../../diagnostics/diagnostic.js";
import { Suggestions } from "../../diagnostics/suggest.js";
import { escapeStep } from "../../json-schema/pointer-step.js";
import {
  referencedSchema,
  resolveReference,
  type SchemaDocument,
  type SchemaDocuments,
} from "../../json-schema/reference.js";
import { inPlaceKeywords, subschemas } from "../../json-schema/walk-schema.js";
import { asObject, isJsonObject, valueAt, type JsonObject } from "../../values/json-object.js";
import type { LintRule } from "../rule.js";

/** Requires every `$ref` to point to a schema inside the project and not to be circular. */
export const referencesRule: LintRule = function* ({ views, documents }) {
  const isCircular = circularityTest(documents);
  const known = new Map<unknown, Definitions>();
  for (const { view, schema, document, path } of views.flatMap(({ schemas }) => schemas)) {
    const { $ref } = schema;
    if (typeof $ref !== "string") continue;
    const target = resolveReference($ref, document, documents);
    if ("kind" in target) {
      const code = target.kind === "outside" ? "TK3018" : "TK3016";
      const help = target.kind === "no-target" ? definitionHelp($ref, document, known) : helps[target.kind];
      yield diagnostic(code, view.place([...path, "$ref"]), target.message, help);
    } else if (isCircular(schema, document)) {
      const message = `\`${$ref}\` is circular: it leads back to itself without describing a value.`;
      const help = "Move the `$ref` into `properties` or `items`.";
      yield diagnostic("TK3017", view.place([...path, "$ref"]), message, help);
    }
  }
};

const pathHelp = "Refer to a file inside the project by its relative path, or to `#/$defs/…`.";
const helps = { outside: pathHelp, anchor: pathHelp, "no-file": "Correct the path, or create the file." };

interface Definitions {
  readonly pointers: ReadonlyMap<string, string>;
  readonly suggestions: Suggestions;
}

function definitionHelp(
  reference: string,
  { source, root: path }: SchemaDocument,
  known: Map<unknown, Definitions>,
): string {
  const root = valueAt(source.value, path);
  const { pointers, suggestions } = known.get(root) ?? definitionsOf(root);
  known.set(root, { pointers, suggestions });
  const near = pointers.get(suggestions.nearest(reference.slice(reference.lastIndexOf("/") + 1)) ?? "");
  return near === undefined ? "Define it in `$defs`, or correct the path." : `Did you mean \`${near}\`?`;
}

function definitionsOf(root: unknown): Definitions {
  const pointers = new Map<string, string>();
  for (const keyword of ["definitions", "$defs"])
    for (const name of Object.keys(asObject(asObject(root)[keyword])))
      pointers.set(name, `#/${keyword}/${escapeStep(name).replaceAll("%", "%25")}`);
  return { pointers, suggestions: new Suggestions(pointers.keys()) };
}

/** Maximum chain of references to the same value; following more is slow. */
const maxChainLength = 500;

/** Tests whether a schema leads back to itself, or starts too long a chain of references and in-place keywords. */
function circularityTest(documents: SchemaDocuments) {
  const visited = new Set<JsonObject>();
  const circular = new Set<JsonObject | undefined>();
  const chain: JsonObject[] = [];
  // Visits every schema once; limits the depth so that the stack does not overflow.
  const visit = (schema: unknown, document: SchemaDocument): void => {
    if (!isJsonObject(schema) || visited.has(schema)) return;
    const start = chain.indexOf(schema);
    if (start >= 0) for (const step of chain.slice(start)) circular.add(step);
    else if (chain.length === maxChainLength) circular.add(chain[0]);
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
  return (schema: JsonObject, document: SchemaDocument): boolean => {
    visit(schema, document);
    return circular.has(schema);
  };
}
