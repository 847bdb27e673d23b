import type { GeneratorConfig } from "../config.js";
import type { Host } from "../host.js";
import { compareTexts } from "../values/compare-texts.js";
import { diagnostic, type Diagnostic } from "../diagnostics/diagnostic.js";

/** The files of a manifests folder by kind, sorted by path. */
export interface ManifestFiles {
  readonly manifests: readonly string[];
  readonly defaults: readonly string[];
  /** Files that are read only when referenced. */
  readonly others: readonly string[];
}

export const manifestSuffix = ".tool.yaml";

export const defaultsName = "_defaults.yaml";

/** Finds the manifests of a project without reading them. */
export async function findManifests(host: Host, config: GeneratorConfig): Promise<ManifestFiles> {
  const files = (await host.listFiles(config.manifests)).toSorted(compareTexts);
  const isManifest = (file: string) => file.endsWith(manifestSuffix);
  const isDefaults = (file: string) => nameOf(file) === defaultsName;
  return {
    manifests: files.filter(isManifest),
    defaults: files.filter(isDefaults),
    others: files.filter((file) => !isManifest(file) && !isDefaults(file)),
  };
}

/** A compilation unit: a manifest with its folder's defaults, or defaults without any manifest. */
export interface ManifestUnit {
  readonly manifest?: string;
  readonly defaults?: string;
}

/** Splits a project into compilation units, sorted by path. */
export function manifestUnits({ manifests, defaults }: ManifestFiles): ManifestUnit[] {
  const byFolder = new Map(defaults.map((file) => [folderOf(file), file]));
  const used = new Set(manifests.map(folderOf));
  return [
    ...manifests.map((manifest): ManifestUnit => {
      const own = byFolder.get(folderOf(manifest));
      return { manifest, ...(own !== undefined && { defaults: own }) };
    }),
    ...[...byFolder].filter(([folder]) => !used.has(folder)).map(([, file]) => ({ defaults: file })),
  ];
}

export const nameOf = (file: string): string => file.slice(file.lastIndexOf("/") + 1);

function folderOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf("/")));
}

/** Reports files that look like manifests but are not read, and a folder without manifests. */
export async function folderDiagnostics(
  host: Host,
  { manifests: folder }: GeneratorConfig,
  { manifests, others }: ManifestFiles,
  inputs: ReadonlySet<string>,
): Promise<Diagnostic[]> {
  return [
    ...others.filter((file) => !inputs.has(file) && looksLikeManifest.test(nameOf(file))).map(misnamed),
    ...(await otherEntries(host, folder)),
    ...(manifests.length === 0 ? [noManifests(folder)] : []),
  ];
}

const looksLikeManifest = /.[._-]tools?\.(?:ya?ml|json)$/i;

async function otherEntries(host: Host, folder: string): Promise<Diagnostic[]> {
  const files = (await host.listOtherEntries?.(folder)) ?? [];
  const message = "The file is named like a manifest but is not a regular file.";
  const help = "Links, pipes, devices and folders are not read. Put the file itself here.";
  return files
    .filter((file) => file.endsWith(manifestSuffix) || nameOf(file) === defaultsName)
    .toSorted(compareTexts)
    .map((file) => diagnostic("TK1001", { file }, message, help));
}

function misnamed(file: string): Diagnostic {
  const stem = nameOf(file).replace(/(?:[._-]tools?)?\.\w+$/i, "");
  const message = `The file is ignored: the name of a manifest must end in \`${manifestSuffix}\`.`;
  return diagnostic("TK1011", { file }, message, `Rename it to ${stem.toLowerCase()}${manifestSuffix}.`);
}

function noManifests(folder: string): Diagnostic {
  const help = "Create one with `toolkiln new <id>`, or choose another folder with `--manifests <dir>`.";
  return diagnostic("TK1003", { file: folder }, `There is no manifest in \`${folder}\`.`, help);
}
