import type { Host } from "../host.js";
import { isOurPlace, type FileState } from "../output/freshness.js";
import { ownershipOf } from "../output/generated-file.js";
import type { ProjectCache } from "./project-cache.js";
import { hashOfFile } from "./trace.js";

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
    const isSame = stamp !== undefined && (await host.fileStamp?.(path)) === stamp;
    if (!isSame && hashOfFile(await host.readFile(path)) !== hash) return undefined;
    known.add(path);
    states.push({ path, status: "fresh" });
  }
  for (const path of await host.listFiles(folder)) {
    if (known.has(path) || !isOurPlace(path.slice(folder.length + 1))) continue;
    const bytes = await host.readFile(path);
    if (bytes !== undefined && ownershipOf(decoder.decode(bytes)) !== "foreign") return undefined;
  }
  return states;
}
