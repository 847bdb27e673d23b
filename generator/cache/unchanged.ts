import type { Host } from "../host.js";
import { isOurPlace, stateOf, type FileState } from "../output/freshness.js";
import type { CachedOutput, ProjectCache } from "./project-cache.js";
import { hashIn } from "./trace.js";

/** The output folder's files when all of them are as they were left; undefined when anything is different. */
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
    states.push(stamp === undefined ? { path, status: "fresh" } : { path, status: "fresh", stamp });
  }
  for (const path of await host.listFiles(folder)) {
    if (known.has(path) || !isOurPlace(path.slice(folder.length + 1))) continue;
    if ((await stateOf(host, path, undefined)) !== undefined) return undefined;
  }
  return states;
}

/** Whether a generated file is as it was left: its time stamp is compared first, then its contents. */
export async function isAsLeft(
  host: Host,
  [path, hash, stamp]: CachedOutput,
  stampNow: string | undefined,
): Promise<boolean> {
  return (stamp !== undefined && stampNow === stamp) || (await hashIn(host, path)) === hash;
}
