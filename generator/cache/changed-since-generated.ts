import type { Host } from "../host.js";
import type { OpenProject } from "../open-project.js";
import { defaultsName, nameOf } from "../read/find-manifests.js";
import { cacheKey, readCache, type CachedOutput } from "./project-cache.js";
import { hashIn } from "./trace.js";
import { isAsLeft } from "./unchanged.js";

/**
 * Which of these inputs are different from what an earlier run made these outputs of; none when there was no such run,
 * or when the outputs came from elsewhere since, by a checkout say, and were made of other inputs than it remembers.
 */
export async function changedSinceGenerated(
  { host, config }: OpenProject,
  inputs: readonly string[],
  outputs: readonly string[],
): Promise<readonly string[]> {
  const cache = await readCache(host, cacheKey(config));
  if (cache === undefined) return [];
  const wanted = new Set(outputs);
  const remembered = cache.outputs.filter(([path]) => wanted.has(path));
  if (remembered.length < wanted.size || !(await areAsLeft(host, remembered))) return [];
  const files = cache.trace.filter(([question]) => question === "file");
  const notes = new Map(files.map(([, path, hash]) => [path, hash]));
  const changed: string[] = [];
  for (const file of inputs) {
    const hash = notes.get(file);
    // What was not asked for then is not needed, except for defaults: their name alone makes them count.
    const isNew = hash === undefined && nameOf(file) === defaultsName;
    if (isNew || (hash !== undefined && (await hashIn(host, file)) !== hash)) changed.push(file);
  }
  return changed;
}

async function areAsLeft(host: Host, outputs: readonly CachedOutput[]): Promise<boolean> {
  for (const output of outputs)
    if (!(await isAsLeft(host, output, await host.fileStamp?.(output[0])))) return false;
  return true;
}
