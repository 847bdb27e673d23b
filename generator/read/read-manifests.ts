import type { GeneratorConfig } from "../config.js";
import { diagnostic, fileStart } from "../diagnostics/catalog.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Host } from "../host.js";
import { ManifestSource } from "./manifest-source.js";
import { parseSource, tooLarge } from "./parse-source.js";
import { readLimits } from "./read-limits.js";
import { filesReferencedByDocument, filesReferencedByManifest } from "./referenced-files.js";

/** What reading gave: the files that could be read and what is wrong with the others. */
export interface ReadResult {
  /** The manifests, in the order of their paths. */
  readonly sources: readonly ManifestSource[];
  /** The `_defaults.yaml` files, by their folder. */
  readonly defaults: ReadonlyMap<string, ManifestSource>;
  /** The files that schemas point into, by their path. A manifest may be among them. */
  readonly documents: ReadonlyMap<string, ManifestSource>;
  readonly diagnostics: readonly Diagnostic[];
  /** How many manifests there are, readable or not. */
  readonly manifestCount: number;
}

const suffix = ".tool.yaml";
const defaultsName = "_defaults.yaml";

/** Finds and parses the manifests of a project, their defaults, and the files that their schemas point into. */
export async function readManifests(host: Host, config: GeneratorConfig): Promise<ReadResult> {
  const files = (await host.listFiles(config.manifests)).toSorted(byCodePoint);
  const diagnostics: Diagnostic[] = [];
  const documents = new Map<string, ManifestSource>();
  const read = async (file: string): Promise<ManifestSource | undefined> => {
    const source = await readSource(host, file);
    if (source instanceof ManifestSource) return source;
    diagnostics.push(...source);
    return undefined;
  };
  const manifests = files.filter((file) => file.endsWith(suffix));
  const sources = await readAll(manifests, read);
  const defaultsFiles = await readAll(
    files.filter((file) => nameOf(file) === defaultsName),
    read,
  );
  const defaults = new Map(defaultsFiles.map((source) => [folderOf(source.file), source]));
  for (const source of [...sources, ...defaultsFiles]) documents.set(source.file, source);
  await readReferenced([...sources, ...defaultsFiles], documents, host, diagnostics);
  for (const file of files) {
    if (!documents.has(file) && (await isMisnamed(host, file))) diagnostics.push(misnamed(file));
  }
  diagnostics.push(...(await irregular(host, config.manifests)));
  if (manifests.length === 0) diagnostics.push(noManifests(config.manifests));
  return { sources, defaults, documents, diagnostics, manifestCount: manifests.length };
}

async function readAll(
  files: readonly string[],
  read: (file: string) => Promise<ManifestSource | undefined>,
): Promise<ManifestSource[]> {
  const sources: ManifestSource[] = [];
  for (const file of files) {
    const source = await read(file);
    if (source !== undefined) sources.push(source);
  }
  return sources;
}

/** Follows `$ref`s into other files until nothing new is found; what is not there is told by the lint. */
async function readReferenced(
  sources: readonly ManifestSource[],
  documents: Map<string, ManifestSource>,
  host: Host,
  diagnostics: Diagnostic[],
): Promise<void> {
  const seen = new Set(documents.keys());
  const waiting = sources.flatMap(filesReferencedByManifest);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const source = await readSource(host, file, []);
    if (source instanceof ManifestSource) {
      documents.set(file, source);
      waiting.push(...filesReferencedByDocument(source));
    } else diagnostics.push(...source);
  }
}

async function readSource(
  host: Host,
  file: string,
  whenMissing?: Diagnostic[],
): Promise<ManifestSource | Diagnostic[]> {
  try {
    const size = await host.fileSize?.(file);
    if (size !== undefined && size > readLimits.bytes) return [tooLarge(file, size)];
    const bytes = await host.readFile(file);
    if (bytes !== undefined) return parseSource(file, bytes);
    return whenMissing ?? [unreadable(file, "The file is gone.")];
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    return [unreadable(file, `The file cannot be read (${reason}).`)];
  }
}

function unreadable(file: string, message: string): Diagnostic {
  return diagnostic("TK1001", { file, range: fileStart }, message);
}

async function irregular(host: Host, folder: string): Promise<Diagnostic[]> {
  const files = (await host.listIrregularFiles?.(folder)) ?? [];
  return files
    .filter((file) => file.endsWith(suffix))
    .toSorted(byCodePoint)
    .map((file) =>
      diagnostic("TK1001", { file, range: fileStart }, "The manifest is not a regular file.", {
        help: "Links, pipes and devices are not followed; put the file itself here.",
      }),
    );
}

/** Whether somebody means a file as a manifest that is not read as one: its name says so, or its keys do. */
async function isMisnamed(host: Host, file: string): Promise<boolean> {
  const name = nameOf(file);
  if (name.endsWith(suffix)) return false;
  if (/.[._-]tools?\.(?:ya?ml|json)$/i.test(name)) return true;
  if (!/\.ya?ml$/i.test(name)) return false;
  try {
    if (((await host.fileSize?.(file)) ?? 0) > readLimits.bytes) return false;
    const text = new TextDecoder().decode(await host.readFile(file));
    return [/^id *:/m, /^description *:/m, /^result *:/m].every((key) => key.test(text));
  } catch {
    // Nobody asked for this file: that it cannot be read is no finding.
    return false;
  }
}

function misnamed(file: string): Diagnostic {
  const stem = nameOf(file).replace(/(?:[._-]tools?)?\.\w+$/i, "");
  const message = `The file is not read: a manifest's name ends in \`${suffix}\`.`;
  const help = `Rename it to ${stem.toLowerCase()}${suffix}.`;
  return diagnostic("TK1011", { file, range: fileStart }, message, { help });
}

function noManifests(folder: string): Diagnostic {
  return diagnostic("TK1003", { file: folder, range: fileStart }, `There is no manifest in \`${folder}\`.`, {
    help: "`toolkiln new <id>` writes the first one; `--manifests <dir>` names another folder.",
  });
}

function nameOf(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1);
}

/** The folder of a file, without the last slash. */
export function folderOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf("/")));
}

/** Plain comparison of code units: the same order on every machine, whatever its locale. */
function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
