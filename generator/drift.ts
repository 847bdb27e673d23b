import type { Host } from "./host.js";
import { openProject, type OpenProject, type ProjectOptions } from "./open-project.js";
import { findManifests, manifestSuffix, nameOf, type ManifestFiles } from "./read/find-manifests.js";

/** In what generated code lags behind the manifests. */
export interface Drift {
  /** Ids of manifests that the generated code does not have. */
  readonly ungenerated: readonly string[];
  /** Ids of the generated code that no manifest has. */
  readonly orphaned: readonly string[];
  /** Files that changed after code was generated from them, as far as an earlier run remembers them. */
  readonly changed: readonly string[];
}

/** What is asked about. */
export interface DriftQuestion extends ProjectOptions {
  /** The ids that the generated code has. */
  readonly generated: readonly string[];
  /** The only tool that matters; all of them when left out. */
  readonly id?: string;
}

/**
 * Tells whether generated code is what the manifests ask for without reading what they say, for commands that have no
 * time for more. What it reports is true; what is not in the cache counts as fresh, and only `check` is certain.
 */
export async function findDrift(question: DriftQuestion): Promise<Drift> {
  const { generated, id } = question;
  const project = openProject(question);
  const files = await findManifests(project.host, project.config);
  // A package may ship its generated code alone.
  if (files.manifests.length === 0) return { ungenerated: [], orphaned: [], changed: [] };
  const matters = (one: string): boolean => id === undefined || one === id;
  const written = new Set(files.manifests.map(idOf));
  const known = new Set(generated);
  const asked = generated.filter(matters);
  return {
    ungenerated: [...written].filter((one) => matters(one) && !known.has(one)),
    orphaned: asked.filter((one) => !written.has(one)),
    changed: await changedInputs(
      project,
      files,
      asked.filter((one) => written.has(one)),
    ),
  };
}

/** The files that these tools are made of and that are different from when that was done. */
async function changedInputs(
  { host, config }: OpenProject,
  { manifests, defaults, others }: ManifestFiles,
  ids: readonly string[],
): Promise<readonly string[]> {
  const wanted = new Set(ids);
  // What several tools share concerns each of them.
  const shared = [...defaults, ...others.filter((file) => /\.(?:json|ya?ml)$/.test(file))];
  const inputs = [...manifests.filter((file) => wanted.has(idOf(file))), ...shared];
  const outputs = ids.map((id) => `${config.out}/tools/${id}.ts`);
  if (await areOlder(host, inputs, outputs)) return [];
  // Reading what an earlier run left costs many times what it costs to look at the times.
  const { changedSinceGenerated } = await import("./cache/changed-since-generated.js");
  return changedSinceGenerated({ host, config }, inputs, outputs);
}

/** Whether all inputs were written before any output. The other way round says nothing: a checkout writes in any order. */
async function areOlder(host: Host, inputs: readonly string[], outputs: readonly string[]): Promise<boolean> {
  if (host.fileTime === undefined) return false;
  let oldest = Infinity;
  for (const file of outputs) oldest = Math.min(oldest, (await host.fileTime(file)) ?? 0);
  for (const file of inputs) if (((await host.fileTime(file)) ?? Infinity) >= oldest) return false;
  return true;
}

/** A manifest is named after its tool. */
function idOf(manifest: string): string {
  return nameOf(manifest).slice(0, -manifestSuffix.length);
}
