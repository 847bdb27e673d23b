import { diagnostic, type DiagnosticCode } from "../../diagnostics/catalog.js";
import type { Fix } from "../../diagnostics/diagnostic.js";
import { Suggestions } from "../../diagnostics/suggest.js";
import {
  referencedSchema,
  resolveReference,
  type ReferenceFailure,
  type ResolvedReference,
  type SchemaDocument,
  type SchemaDocuments,
} from "../../json-schema/reference.js";
import { escapeStep } from "../../json-schema/pointer-step.js";
import { inPlaceKeywords, subschemas } from "../../json-schema/walk-schema.js";
import { isJsonObject, type JsonObject, valueAt } from "../../values/json-object.js";
import { replaceValue } from "../edit-value.js";
import type { ViewedSchema } from "../manifest-view.js";
import { schemaRule, type LintRule } from "../rule.js";

const codes: Readonly<Record<ReferenceFailure["kind"], DiagnosticCode>> = {
  outside: "TK3018",
  anchor: "TK3016",
  "no-file": "TK3016",
  "no-target": "TK3016",
};

/** Every `$ref` leads to a schema inside the project, and not back to itself. */
export const referencesRule: LintRule = schemaRule("references", function* (node, { documents }) {
  const { view, schema, document, path } = node;
  const { $ref } = schema;
  if (typeof $ref !== "string") return;
  const place = () => view.place([...path, "$ref"]);
  const target = resolveReference($ref, document, documents);
  if ("kind" in target) {
    yield diagnostic(codes[target.kind], place(), target.message, wayOut(node, $ref, target.kind));
  } else if (leadsBack(schema, document, documents)) {
    const message = `\`${$ref}\` is circular: it leads back to itself, or through hundreds of references, without describing a value.`;
    const help = "Put the recursion inside a property or an item.";
    yield diagnostic("TK3017", place(), message, { help });
  }
});

function wayOut(
  { view, document, path }: ViewedSchema,
  reference: string,
  kind: ReferenceFailure["kind"],
): { readonly help: string; readonly fix?: Fix | undefined } {
  if (kind !== "no-target")
    return { help: "Copy the schema into the project and refer to it by a relative path or `#/$defs/…`." };
  const { pointers, suggestions } = definitionsOf(document);
  const wanted = reference.slice(reference.lastIndexOf("/") + 1);
  const name = suggestions.nearest(wanted);
  const near = name === undefined ? undefined : pointers.get(name);
  if (near === undefined) return { help: "Define it under `$defs` of the same schema." };
  const help = `Did you mean \`${near}\`?`;
  if (suggestions.variantOf(wanted) !== name) return { help };
  return { help, fix: replaceValue(view.source, [...path, "$ref"], JSON.stringify(near), `write "${near}"`) };
}

interface Definitions {
  /** How to point at each, by its name. */
  readonly pointers: ReadonlyMap<string, string>;
  readonly suggestions: Suggestions;
}

const knownDefinitions = new WeakMap<SchemaDocument, Definitions>();

function definitionsOf(document: SchemaDocument): Definitions {
  const known = knownDefinitions.get(document);
  if (known !== undefined) return known;
  const root = valueAt(document.source.value, document.root);
  const pointers = new Map<string, string>();
  for (const keyword of ["definitions", "$defs"]) {
    const definitions = isJsonObject(root) ? root[keyword] : undefined;
    for (const name of isJsonObject(definitions) ? Object.keys(definitions) : [])
      pointers.set(name, `#/${keyword}/${escapeStep(name).replaceAll("%", "%25")}`);
  }
  const found = { pointers, suggestions: new Suggestions(pointers.keys()) };
  knownDefinitions.set(document, found);
  return found;
}

/** References that lead to each other in place; nobody writes more, and following them costs time. */
const longestChain = 500;

/** What following references has shown so far, for all schemas of a project. */
interface Following {
  readonly followed: Set<JsonObject>;
  /** Those that lead back to themselves, or through too many others. */
  readonly endless: Set<JsonObject>;
}

const followings = new WeakMap<SchemaDocuments, Following>();

/** Whether following references and what speaks about the same value ends where it began. */
function leadsBack(schema: JsonObject, document: SchemaDocument, documents: SchemaDocuments): boolean {
  const following = followings.get(documents) ?? { followed: new Set(), endless: new Set() };
  followings.set(documents, following);
  follow({ schema, document }, documents, following, new Set());
  return following.endless.has(schema);
}

/** Goes into every schema once, however many lead to it; the way there is no longer than the stack can bear. */
function follow(
  { schema, document }: Pick<ResolvedReference, "schema" | "document">,
  documents: SchemaDocuments,
  following: Following,
  way: Set<JsonObject>,
): void {
  const { followed, endless } = following;
  if (!isJsonObject(schema) || followed.has(schema)) return;
  if (way.has(schema)) {
    const steps = [...way];
    for (const step of steps.slice(steps.indexOf(schema))) endless.add(step);
    return;
  }
  if (way.size === longestChain) {
    for (const start of [...way].slice(0, 1)) endless.add(start);
    return;
  }
  way.add(schema);
  for (const inner of subschemas(schema)) {
    if (inPlaceKeywords.has(inner.keyword))
      follow({ schema: inner.schema, document }, documents, following, way);
  }
  const target = referencedSchema(schema, document, documents);
  if (target !== undefined) follow(target, documents, following, way);
  way.delete(schema);
  followed.add(schema);
}
