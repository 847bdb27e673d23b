import type { EarlierBuild } from "../build-project.js";
import type { Host } from "../host.js";
import type { OpenProject } from "../open-project.js";
import { cacheKey, readCache, readCachedUnits, type ProjectCache } from "./project-cache.js";
import { changesSince, type Changes } from "./trace.js";

/** What an earlier run left in the cache, and what has changed in the manifests since. */
export interface EarlierRun {
  readonly key: string;
  readonly cache: ProjectCache;
  readonly changes: Changes;
}

/** Reads what an earlier run left of a project with this configuration; undefined when it left nothing. */
export async function readEarlierRun({ host, config }: OpenProject): Promise<EarlierRun | undefined> {
  if (host.readCache === undefined) return undefined;
  const key = cacheKey(config);
  const cache = await readCache(host, key);
  return cache && { key, cache, changes: await changesSince(host, cache.trace) };
}

/** Whether every manifest is as it was. */
export function isUnchanged({ changes }: EarlierRun): boolean {
  return !changes.lists && changes.files.size === 0;
}

/** The compiled manifests of an earlier run. */
export async function earlierBuild(
  host: Host,
  run: EarlierRun | undefined,
): Promise<EarlierBuild | undefined> {
  const units = run && (await readCachedUnits(host, run.key, run.cache));
  return units && { units, trace: run.cache.trace, changed: run.changes.files };
}
