import type { Host } from "../host.js";
import { isOurPlace, type FileState } from "../output/freshness.js";
import { ownershipOf } from "../output/generated-file.js";
import type { ProjectCache } from "./project-cache.js";
import { hashIn } from "./trace.js";

/** The output folder's files when all of them are as they were left; undefined when anything is different. */
export async function unchangedOutputs(
  host: Host,
  folder: string,
  { outputs }: ProjectCache,
): Promise<FileState[] | undefined> {
  const states: FileState[] = [];
  const known = new Set<string>();
  const decoder = new TextDecoder();
  for (const [path, hash, stamp] of outputs) {
    const found = await host.fileStamp?.(path);
    const isSame = stamp !== undefined && found === stamp;
    if (!isSame && (await hashIn(host, path)) !== hash) return undefined;
    known.add(path);
    states.push(found === undefined ? { path, status: "fresh" } : { path, status: "fresh", stamp: found });
  }
  for (const path of await host.listFiles(folder)) {
    if (known.has(path) || !isOurPlace(path.slice(folder.length + 1))) continue;
    const bytes = await host.readFile(path);
    if (bytes !== undefined && ownershipOf(decoder.decode(bytes)) !== "foreign") return undefined;
  }
  return states;
}
