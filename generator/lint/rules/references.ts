import { diagnostic } from "../../diagnostics/catalog.js";
import { suggest } from "../../diagnostics/suggest.js";
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
import type { ViewedSchema } from "../manifest-view.js";
import { schemaRule, type LintRule } from "../rule.js";

/** Every `$ref` points to a schema inside the project and is not circular. */
export const referencesRule: LintRule = schemaRule(function* (node, { documents }) {
  const { view, schema, document, path } = node;
  const { $ref } = schema;
  if (typeof $ref !== "string") return;
  const place = () => view.place([...path, "$ref"]);
  const target = resolveReference($ref, document, documents);
  if ("kind" in target) {
    const code = target.kind === "outside" ? "TK3018" : "TK3016";
    yield diagnostic(code, place(), target.message, { help: wayOut(node, $ref, target.kind) });
  } else if (leadsBack(schema, document, documents)) {
    const message = `\`${$ref}\` is circular: it refers to itself without describing a value.`;
    const help = "Put the recursion inside a property or an item.";
    yield diagnostic("TK3017", place(), message, { help });
  }
});

function wayOut({ document }: ViewedSchema, reference: string, kind: ReferenceFailure["kind"]): string {
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
const longestChain = 500;

interface Following {
  readonly followed: Set<JsonObject>;
  /** Schemas with circular or too many references. */
  readonly endless: Set<JsonObject>;
}

const followings = new WeakMap<SchemaDocuments, Following>();

/** Whether references and in-place keywords lead back to the schema. */
function leadsBack(schema: JsonObject, document: SchemaDocument, documents: SchemaDocuments): boolean {
  const following = followings.get(documents) ?? { followed: new Set(), endless: new Set() };
  followings.set(documents, following);
  follow({ schema, document }, documents, following, new Set());
  return following.endless.has(schema);
}

/** Visits every schema once; limits the depth so that the stack does not overflow. */
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
