import type { Host } from "../host.js";
import { isOutput, stateOf, type FileState } from "../output/freshness.js";
import type { CachedOutput, ProjectCache } from "./project-cache.js";
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

export async function isUnmodified(
  host: Host,
  [path, hash, stamp]: CachedOutput,
  currentStamp: string | undefined,
): Promise<boolean> {
  return (stamp !== undefined && currentStamp === stamp) || (await currentHash(host, path)) === hash;
}
