import type { Host } from "../host.js";
import type { OpenProject } from "../open-project.js";
import { isOutput, stateOf, type FileState } from "../output/freshness.js";
import { defaultsName, nameOf } from "../read/find-manifests.js";
import { readCache, type CachedOutput, type ProjectCache } from "./project-cache.js";
import { currentHash } from "./trace.js";

/** The files of the output folder if all are unchanged; otherwise undefined. */
export async function unchangedOutputs(
  host: Host,
  folder: string,
  { outputs }: ProjectCache,
): Promise<FileState[] | undefined> {
  const states: FileState[] = [];
  const known = new Set<string>();
  for (const output of outputs) {
    const [path] = output;
    const stamp = await host.fileStamp?.(path);
    if (!(await isUnmodified(host, output, stamp))) return undefined;
    known.add(path);
    states.push({ path, status: "fresh", ...(stamp !== undefined && { stamp }) });
  }
  for (const path of await host.listFiles(folder)) {
    if (known.has(path) || !isOutput(path.slice(folder.length + 1))) continue;
    if ((await stateOf(host, path, undefined)) !== undefined) return undefined;
  }
  return states;
}

/**
 * The inputs that changed since an earlier run generated these outputs; empty without such a run, or when the
 * outputs have been replaced since, for example by a checkout.
 */
export async function changedSinceGenerated(
  { host, config }: OpenProject,
  inputs: readonly string[],
  outputs: readonly string[],
): Promise<readonly string[]> {
  const cache = await readCache({ host, config });
  const cached = new Map(cache?.outputs.map((output) => [output[0], output]));
  for (const path of outputs) {
    const output = cached.get(path);
    if (output === undefined || !(await isUnmodified(host, output, await host.fileStamp?.(path)))) return [];
  }
  const files = (cache?.trace ?? []).filter(([method]) => method === "file");
  const hashes = new Map(files.map(([, path, hash]) => [path, hash]));
  const changed: string[] = [];
  for (const file of inputs) {
    const hash = hashes.get(file);
    // Ignore inputs that the earlier run did not read, except new defaults, which apply to their whole folder.
    const isNew = hash === undefined && cache !== undefined && nameOf(file) === defaultsName;
    if (isNew || (hash !== undefined && (await currentHash(host, file)) !== hash)) changed.push(file);
  }
  return changed;
}

async function isUnmodified(
  host: Host,
  [path, hash, stamp]: CachedOutput,
  currentStamp: string | undefined,
): Promise<boolean> {
  return (stamp !== undefined && currentStamp === stamp) || (await currentHash(host, path)) === hash;
}
