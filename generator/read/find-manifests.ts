import type { GeneratorConfig } from "../config.js";
import type { Host } from "../host.js";
import { compareTexts } from "../values/compare-texts.js";

/** The files of a manifests folder by what they are, each in the order of their paths. */
export interface ManifestFiles {
  readonly manifests: readonly string[];
  /** The `_defaults.yaml` files. */
  readonly defaults: readonly string[];
  /** What is read only when something points at it. */
  readonly others: readonly string[];
}

/** What the name of every manifest ends with. */
export const manifestSuffix = ".tool.yaml";

/** The file that holds the defaults of a folder's manifests. */
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

/** What is compiled by itself: a manifest with the defaults of its folder, or defaults without any manifest. */
export interface ManifestUnit {
  readonly manifest?: string;
  readonly defaults?: string;
}

/** Divides a project into what is compiled by itself, in the order of their paths. */
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

/** The name of a file without its folder. */
export function nameOf(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1);
}

/** The folder of a file, without the last slash. */
function folderOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf("/")));
}
