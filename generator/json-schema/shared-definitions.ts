import { isJsonObject } from "../values/json-object.js";
import { nameShared } from "../names/tool-names.js";
import type { SharedDefinition } from "../model/tool-model.js";
import {
  referencedSchema,
  type ResolvedReference,
  type SchemaDocument,
  type SchemaDocuments,
} from "./reference.js";
import { schemaKeywords, subschemas } from "./walk-schema.js";

export type SharedDefinitions = ReadonlyMap<string, SharedDefinition>;

/** The definitions in other files that the schemas of a manifest reference, directly or indirectly. */
export function sharedDefinitions(
  roots: readonly Pick<ResolvedReference, "schema" | "document">[],
  documents: SchemaDocuments,
): SharedDefinitions {
  const shared = new Map<string, SharedDefinition>();
  if (documents.size < 2) return shared;
  const names = new Set<string>();
  for (const root of roots) {
    // The last one is visited first. Recursion would overflow the stack in a long chain of references.
    const waiting = [root];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { schema, document } = next;
      if (!isJsonObject(schema)) continue;
      // A definition counts only if it is referenced.
      for (const { keyword, schema: inner } of subschemas(schema).toReversed())
        if (!isContainer(keyword)) waiting.push({ schema: inner, document });
      const target = referencedSchema(schema, document, documents);
      if (target === undefined || isOwn(document, target, root.document.source.file)) continue;
      const key = placeKey(target);
      if (shared.has(key)) continue;
      const wanted = definitionName(target);
      let name = wanted;
      for (let number = 2; names.has(name); number++) name = `${wanted}_${number}`;
      names.add(name);
      const place = target.document.source.place(target.path, "key");
      shared.set(key, { name, pointer: `#/$defs/${name}`, place, ...nameShared(wanted) });
      waiting.push(target);
    }
  }
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
