import { isUnmodified, readEarlierRun } from "./cache/project-cache.js";
import type { Host } from "./host.js";
import { openProject, type OpenProject, type ProjectOptions } from "./open-project.js";
import { defaultsName, findManifests, manifestSuffix, nameOf } from "./read/find-manifests.js";

/** How generated code is out of date. */
export interface Drift {
  /** Ids that have a manifest but no generated code. */
  readonly ungenerated: readonly string[];
  /** Ids that have generated code but no manifest. */
  readonly orphaned: readonly string[];
  /** Inputs that changed after code was generated from them, as far as the cache knows. */
  readonly changed: readonly string[];
}

/** What to compare. */
export interface DriftOptions extends ProjectOptions {
  /** The ids that the generated code has. */
  readonly generated: readonly string[];
  /** Check only this tool. Default: all tools. */
  readonly id?: string;
}

/**
 * Compares generated code with the manifests without parsing them. Changed inputs may still generate the same code;
 * files that are not in the cache, except defaults, count as fresh. Only `check` is exact.
 */
export async function findDrift(options: DriftOptions): Promise<Drift> {
  const { generated, id } = options;
  const { host, config } = openProject(options);
  const { manifests, defaults, others } = await findManifests(host, config);
  // Packages may ship only generated code.
  if (manifests.length === 0) return { ungenerated: [], orphaned: [], changed: [] };
  const isSelected = (one: string): boolean => id === undefined || one === id;
  const declared = new Set(manifests.map(idOf));
  const selected = generated.filter(isSelected);
  const ids = new Set(selected.filter((one) => declared.has(one)));
  // A shared file affects every tool.
  const shared = [...defaults, ...others.filter((file) => /\.(?:json|ya?ml)$/.test(file))];
  const inputs = [...manifests.filter((file) => ids.has(idOf(file))), ...shared];
  const outputs = Array.from(ids, (one) => `${config.out}/tools/${one}.ts`);
  return {
    ungenerated: [...declared].filter((one) => isSelected(one) && !generated.includes(one)),
    orphaned: selected.filter((one) => !declared.has(one)),
    // Comparing modification times is many times faster than reading the cache.
    changed: (await areOlder(host, inputs, outputs))
      ? []
      : await changedInputs({ host, config }, inputs, outputs),
  };
}

/**
 * The inputs that changed since an earlier run generated these outputs; empty without such a run, or when the
 * outputs have been replaced since, for example by a checkout.
 */
async function changedInputs(
  project: OpenProject,
  inputs: readonly string[],
  outputs: readonly string[],
): Promise<readonly string[]> {
  const run = await readEarlierRun(project);
  const cached = new Map(run?.cache.outputs.map((output) => [output[0], output]));
  for (const path of outputs) {
    const output = cached.get(path);
    const stamp = await project.host.fileStamp?.(path);
    if (output === undefined || !(await isUnmodified(project.host, output, stamp))) return [];
  }
  const known = new Set(run?.cache.trace.map(([, path]) => path));
  // Ignore inputs that the earlier run did not read, except new defaults, which apply to their whole folder.
  const isNew = (file: string): boolean => nameOf(file) === defaultsName && !known.has(file);
  return inputs.filter((file) => run?.changes.files.has(file) === true || (run !== undefined && isNew(file)));
}

/** Whether all inputs are older than all outputs. `false` proves nothing: a checkout writes files in any order. */
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
