import { parseReference } from "../json-schema/reference.js";
import { schemaSites } from "../json-schema/schema-sites.js";
import { walkSchema } from "../json-schema/walk-schema.js";
import { isJsonObject } from "../values/json-object.js";
import type { ManifestSource } from "./manifest-source.js";

export function filesReferencedByManifest(source: ManifestSource): string[] {
  const nodes = schemaSites(source.value).flatMap(({ schema }) => walkSchema(schema, []));
  return nodes.flatMap(({ schema }) => referencedFile(schema["$ref"], source.file));
}

/** The files that a shared schema file references. Its structure is unknown, so every `$ref` counts. */
export function filesReferencedByDocument(source: ManifestSource): string[] {
  const files: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isJsonObject(value)) return;
    files.push(...referencedFile(value["$ref"], source.file));
    Object.values(value).forEach(visit);
  };
  visit(source.value);
  return files;
}

function referencedFile(reference: unknown, fromFile: string): string[] {
  const target = typeof reference === "string" ? parseReference(reference, fromFile) : undefined;
  return target?.kind === "local" && target.file !== undefined ? [target.file] : [];
}
