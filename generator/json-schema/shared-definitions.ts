import { isJsonObject } from "../values/json-object.js";
import { nameShared } from "../names/tool-names.js";
import type { SharedDefinition } from "../model/tool-model.js";
import type { ManifestSource } from "../read/manifest-source.js";
import {
  referencedSchema,
  type ResolvedReference,
  type SchemaDocument,
  type SchemaDocuments,
} from "./reference.js";
import { schemaSites } from "./schema-sites.js";
import { schemaKeywords, subschemas } from "./walk-schema.js";

export type SharedDefinitions = ReadonlyMap<string, SharedDefinition>;

/** The definitions in other files that a manifest references, directly or indirectly. */
export function sharedDefinitions(
  manifest: unknown,
  source: ManifestSource,
  documents: SchemaDocuments,
): SharedDefinitions {
  const shared = new Map<string, SharedDefinition>();
  if (documents.size < 2) return shared;
  const names = new Set<string>();
  const add = (target: ResolvedReference): void => {
    const key = placeKey(target);
    if (shared.has(key)) return;
    const wanted = definitionName(target);
    let name = wanted;
    for (let number = 2; names.has(name); number++) name = `${wanted}_${number}`;
    names.add(name);
    const place = target.document.source.place(target.path, "key");
    shared.set(key, { name, pointer: `#/$defs/${name}`, place, ...nameShared(wanted) });
    visit(target.schema, target.document);
  };
  const visit = (schema: unknown, document: SchemaDocument): void => {
    if (!isJsonObject(schema)) return;
    const target = referencedSchema(schema, document, documents);
    if (target !== undefined && !isOwn(document, target, source.file)) add(target);
    // A definition counts only if it is referenced.
    for (const inner of subschemas(schema)) if (!isContainer(inner.keyword)) visit(inner.schema, document);
  };
  for (const { schema, path } of schemaSites(manifest)) visit(schema, { source, root: path });
  return shared;
}

/** Whether a reference stays inside `file`. Whatever a shared definition references is shared, too. */
export function isOwn(from: SchemaDocument, { document }: ResolvedReference, file?: string): boolean {
  return from.source.file === file && document.source.file === file;
}

function isContainer(step: string | number): boolean {
  return step === "$defs" || step === "definitions";
}

export function placeKey({ document, path }: Pick<ResolvedReference, "document" | "path">): string {
  return JSON.stringify([document.source.file, ...path]);
}

/** The name of a definition: its own, its file's, or the path to a part. */
function definitionName({ document, path }: ResolvedReference): string {
  const container = path.findLastIndex(isContainer);
  const own = path.slice(container + 1);
  const isPart = own.some((step) => typeof step === "number" || schemaKeywords.has(step));
  const stem = (document.source.file.split("/").at(-1) ?? "").replace(/\..*$/, "");
  const words = container >= 0 ? own : isPart ? [stem, ...own] : [own.at(-1) ?? stem];
  return words.join("_").replaceAll(/[^A-Za-z0-9_]+/g, "_") || "schema";
}
