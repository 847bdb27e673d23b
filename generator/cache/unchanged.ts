import type { Host } from "../host.js";
import type { OpenProject } from "../open-project.js";
import { isOurPlace, stateOf, type FileState } from "../output/freshness.js";
import { defaultsName, nameOf } from "../read/find-manifests.js";
import { readCache, type CachedOutput, type ProjectCache } from "./project-cache.js";
import { hashIn } from "./trace.js";

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
    if (!(await isAsLeft(host, output, stamp))) return undefined;
    known.add(path);
    states.push({ path, status: "fresh", ...(stamp !== undefined && { stamp }) });
  }
  for (const path of await host.listFiles(folder)) {
    if (known.has(path) || !isOurPlace(path.slice(folder.length + 1))) continue;
    if ((await stateOf(host, path, undefined)) !== undefined) return undefined;
  }
  return states;
}

/**
 * The inputs that changed since an earlier run generated these outputs; none when there was no such run, or when the
 * outputs have been replaced since, for example by a checkout.
 */
export async function changedSinceGenerated(
  { host, config }: OpenProject,
  inputs: readonly string[],
  outputs: readonly string[],
): Promise<readonly string[]> {
  const cache = await readCache({ host, config });
  const remembered = new Map(cache?.outputs.map((output) => [output[0], output]));
  for (const path of outputs) {
    const output = remembered.get(path);
    if (output === undefined || !(await isAsLeft(host, output, await host.fileStamp?.(path)))) return [];
  }
  const files = (cache?.trace ?? []).filter(([question]) => question === "file");
  const notes = new Map(files.map(([, path, hash]) => [path, hash]));
  const changed: string[] = [];
  for (const file of inputs) {
    const hash = notes.get(file);
    // Inputs that were not read then are not needed, except defaults: these apply by their name.
    const isNew = hash === undefined && cache !== undefined && nameOf(file) === defaultsName;
    if (isNew || (hash !== undefined && (await hashIn(host, file)) !== hash)) changed.push(file);
  }
  return changed;
}

async function isAsLeft(
  host: Host,
  [path, hash, stamp]: CachedOutput,
  stampNow: string | undefined,
): Promise<boolean> {
  return (stamp !== undefined && stampNow === stamp) || (await hashIn(host, path)) === hash;
}
