import type { GeneratorConfig } from "../config.js";
import { diagnostic, fileStart } from "../diagnostics/catalog.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { refusalOf } from "../diagnostics/refusal.js";
import type { Host } from "../host.js";
import { findManifests, folderOf } from "./find-manifests.js";
import { ManifestSource } from "./manifest-source.js";
import { parseSource, tooLarge } from "./parse-source.js";
import { readLimits } from "./read-limits.js";
import { filesReferencedByDocument, filesReferencedByManifest } from "./referenced-files.js";
import { strayFindings } from "./stray-files.js";

/** What reading gave: the files that could be read and what is wrong with the others. */
export interface ReadResult {
  /** The manifests, in the order of their paths. */
  readonly sources: readonly ManifestSource[];
  /** The `_defaults.yaml` files, by their folder. */
  readonly defaults: ReadonlyMap<string, ManifestSource>;
  /** The files that schemas point into, by their path. A manifest may be among them. */
  readonly documents: ReadonlyMap<string, ManifestSource>;
  /** The files that something points into, readable or not. */
  readonly referenced: ReadonlySet<string>;
  readonly diagnostics: readonly Diagnostic[];
  /** How many manifests there are, readable or not. */
  readonly manifestCount: number;
}

/** Some manifests of a project, with the `_defaults.yaml` files that count for them. */
export interface ManifestBatch {
  readonly manifests: readonly string[];
  readonly defaults: readonly string[];
}

/** Files that several batches need, so that they are parsed once. */
export type SharedSources = Map<string, ManifestSource | readonly Diagnostic[]>;

/** Finds and parses the manifests of a project, their defaults, and the files that their schemas point into. */
export async function readManifests(host: Host, config: GeneratorConfig): Promise<ReadResult> {
  const files = await findManifests(host, config);
  const read = await readBatch(host, files, new Map());
  const stray = await strayFindings(host, config, files, new Set(read.documents.keys()));
  return { ...read, diagnostics: [...read.diagnostics, ...stray] };
}

/** Parses some manifests, their defaults, and the files that their schemas point into. */
export async function readBatch(
  host: Host,
  { manifests, defaults: defaultsFiles }: ManifestBatch,
  shared: SharedSources,
): Promise<ReadResult> {
  const diagnostics: Diagnostic[] = [];
  const keep = (read: ManifestSource | readonly Diagnostic[]): ManifestSource[] => {
    if (read instanceof ManifestSource) return [read];
    diagnostics.push(...read);
    return [];
  };
  const readShared = async (file: string, reading: typeof readSource) => {
    const read = shared.get(file) ?? (await reading(host, file));
    shared.set(file, read);
    return keep(read);
  };
  const sources: ManifestSource[] = [];
  for (const file of manifests) sources.push(...keep(await readSource(host, file)));
  const defaults = new Map<string, ManifestSource>();
  for (const file of defaultsFiles)
    for (const source of await readShared(file, readSource)) defaults.set(folderOf(file), source);
  const own = [...sources, ...defaults.values()];
  const documents = new Map(own.map((source) => [source.file, source]));
  const referenced = new Set<string>();
  // What is pointed at and not there is told by the lint.
  const waiting = own.flatMap(filesReferencedByManifest);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (referenced.has(file)) continue;
    referenced.add(file);
    if (documents.has(file)) continue;
    for (const source of await readShared(file, readReferenced)) {
      documents.set(file, source);
      waiting.push(...filesReferencedByDocument(source));
    }
  }
  return { sources, defaults, documents, referenced, diagnostics, manifestCount: manifests.length };
}

/** Reads a file that a schema points to. A link might lead out of the project, so none is followed. */
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
    return whenMissing ?? [unreadable(file, "The file is gone.")];
  } catch (error) {
    return [unreadable(file, `The file cannot be read: ${refusalOf(error)}.`)];
  }
}

function unreadable(file: string, message: string): Diagnostic {
  return diagnostic("TK1001", { file, range: fileStart }, message);
}
