import { diagnostic, type Diagnostic } from "../diagnostics/diagnostic.js";
import { errorReason } from "../diagnostics/file-error.js";
import type { Host } from "../host.js";
import { parseReference } from "../json-schema/reference.js";
import { schemaSites } from "../json-schema/schema-sites.js";
import { walkSchema } from "../json-schema/walk-schema.js";
import { isJsonObject } from "../values/json-object.js";
import type { ManifestUnit } from "./find-manifests.js";
import { ManifestSource } from "./manifest-source.js";
import { parseSource, tooLarge } from "./parse-source.js";
import { readLimits } from "./read-limits.js";

/** A parsed manifest with all files that it depends on. */
export interface ReadManifest {
  /** The manifest; undefined when it cannot be read, or when its folder has only defaults. */
  readonly source: ManifestSource | undefined;
  readonly defaults: ManifestSource | undefined;
  /** These two and the files that schemas reference, by path. May include other manifests. */
  readonly documents: ReadonlyMap<string, ManifestSource>;
  readonly referencedFiles: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Cache of parsed files that several manifests use. */
export type SharedSources = Map<string, ManifestSource | readonly Diagnostic[]>;

/** Parses a manifest, its defaults, and the files that its schemas reference. */
export async function readManifest(
  host: Host,
  unit: ManifestUnit,
  shared: SharedSources,
): Promise<ReadManifest> {
  const diagnostics: Diagnostic[] = [];
  const documents = new Map<string, ManifestSource>();
  const keep = (read: ManifestSource | readonly Diagnostic[]): ManifestSource | undefined => {
    if (!(read instanceof ManifestSource)) {
      diagnostics.push(...read);
      return undefined;
    }
    documents.set(read.file, read);
    return read;
  };
  const readShared = async (
    file: string,
    reading: typeof readSource,
  ): Promise<ManifestSource | undefined> => {
    const read = shared.get(file) ?? (await reading(host, file));
    shared.set(file, read);
    return keep(read);
  };
  const source = unit.manifest === undefined ? undefined : keep(await readSource(host, unit.manifest));
  const defaults = unit.defaults === undefined ? undefined : await readShared(unit.defaults, readSource);
  const referenced = new Set<string>();
  // Lint reports references to files that do not exist.
  const waiting = [...documents.values()].flatMap(filesReferencedByManifest);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (referenced.has(file)) continue;
    referenced.add(file);
    if (documents.has(file)) continue;
    const document = await readShared(file, readReferenced);
    if (document !== undefined) waiting.push(...filesReferencedByDocument(document));
  }
  return { source, defaults, documents, referencedFiles: [...referenced], diagnostics };
}

/** Reads a referenced file. Does not follow links, which might lead out of the project. */
async function readReferenced(host: Host, file: string): Promise<ManifestSource | readonly Diagnostic[]> {
  const kind = await host.kindOf(file);
  if (kind === "file" || kind === "missing") return readSource(host, file, []);
  const what = kind === "link" ? "reached through a link, and links are not followed" : "a folder";
  return [unreadable(file, `A schema points to this file, but it is ${what}.`)];
}

async function readSource(
  host: Host,
  file: string,
  whenMissing?: readonly Diagnostic[],
): Promise<ManifestSource | readonly Diagnostic[]> {
  try {
    const size = await host.fileSize?.(file);
    if (size !== undefined && size > readLimits.bytes) return [tooLarge(file, size)];
    const bytes = await host.readFile(file);
    if (bytes !== undefined) return parseSource(file, bytes);
    return whenMissing ?? [unreadable(file, "The file was deleted after it was listed.")];
  } catch (error) {
    return [unreadable(file, `The file cannot be read: ${errorReason(error)}.`)];
  }
}

function unreadable(file: string, message: string): Diagnostic {
  return diagnostic("TK1001", { file }, message);
}

function filesReferencedByManifest(source: ManifestSource): string[] {
  const nodes = schemaSites(source.value).flatMap(({ schema }) => walkSchema(schema, []));
  return nodes.flatMap(({ schema }) => referencedFile(schema["$ref"], source.file));
}

/** The files that a shared schema file references. Its structure is unknown, so every `$ref` counts. */
function filesReferencedByDocument(source: ManifestSource): string[] {
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
  return target === undefined || "kind" in target || target.file === undefined ? [] : [target.file];
}
