import { diagnostic } from "../../diagnostics/diagnostic.js";
import { suggest } from "../../diagnostics/suggest.js";
import { escapeStep } from "../../json-schema/pointer-step.js";
import {
  referencedSchema,
  resolveReference,
  type ReferenceFailure,
  type ResolvedReference,
  type SchemaDocument,
  type SchemaDocuments,
} from "../../json-schema/reference.js";
import { inPlaceKeywords, subschemas } from "../../json-schema/walk-schema.js";
import { isJsonObject, type JsonObject, valueAt } from "../../values/json-object.js";
import type { ViewedSchema, LintRule } from "../rule.js";

/** Every `$ref` points to a schema inside the project and is not circular. */
export const referencesRule: LintRule = function* ({ views, documents }) {
  const search: CycleSearch = { documents, visited: new Set(), circular: new Set() };
  for (const node of views.flatMap(({ schemas }) => schemas)) {
    const { view, schema, document, path } = node;
    const { $ref } = schema;
    if (typeof $ref !== "string") continue;
    const place = () => view.place([...path, "$ref"]);
    const target = resolveReference($ref, document, documents);
    findCycles({ schema, document }, search, new Set());
    if ("kind" in target) {
      const code = target.kind === "outside" ? "TK3018" : "TK3016";
      yield diagnostic(code, place(), target.message, helpFor(node, $ref, target.kind));
    } else if (search.circular.has(schema)) {
      const message = `\`${$ref}\` is circular: it refers to itself without describing a value.`;
      yield diagnostic("TK3017", place(), message, "Put the recursion inside a property or an item.");
    }
  }
};

function helpFor({ document }: ViewedSchema, reference: string, kind: ReferenceFailure["kind"]): string {
  if (kind !== "no-target")
    return "Copy the schema into the project and refer to it by a relative path or `#/$defs/…`.";
  const pointers = definitionsOf(document);
  const near = pointers.get(suggest(reference.slice(reference.lastIndexOf("/") + 1), pointers.keys()) ?? "");
  return near === undefined ? "Define it under `$defs` of the same schema." : `Did you mean \`${near}\`?`;
}

function definitionsOf({ source, root: path }: SchemaDocument): ReadonlyMap<string, string> {
  const root = valueAt(source.value, path);
  const pointers = new Map<string, string>();
  for (const keyword of ["definitions", "$defs"]) {
    const definitions = isJsonObject(root) ? root[keyword] : undefined;
    for (const name of isJsonObject(definitions) ? Object.keys(definitions) : [])
      pointers.set(name, `#/${keyword}/${escapeStep(name).replaceAll("%", "%25")}`);
  }
  return pointers;
}

/** Maximum chain of references to the same value; following more is slow. */
const maxChainLength = 500;

interface CycleSearch {
  readonly documents: SchemaDocuments;
  readonly visited: Set<JsonObject>;
  /** Schemas that refer back to themselves, or through too many references and in-place keywords. */
  readonly circular: Set<JsonObject>;
}

/** Visits every schema once; limits the depth so that the stack does not overflow. */
function findCycles(
  { schema, document }: Pick<ResolvedReference, "schema" | "document">,
  search: CycleSearch,
  chain: Set<JsonObject>,
): void {
  const { documents, visited, circular } = search;
  if (!isJsonObject(schema) || visited.has(schema)) return;
  if (chain.has(schema)) {
    const steps = [...chain];
    for (const step of steps.slice(steps.indexOf(schema))) circular.add(step);
    return;
  }
  if (chain.size === maxChainLength) {
    for (const start of [...chain].slice(0, 1)) circular.add(start);
    return;
  }
  chain.add(schema);
  for (const inner of subschemas(schema)) {
    if (inPlaceKeywords.has(inner.keyword)) findCycles({ schema: inner.schema, document }, search, chain);
  }
  const target = referencedSchema(schema, document, documents);
  if (target !== undefined) findCycles(target, search, chain);
  chain.delete(schema);
  visited.add(schema);
}
