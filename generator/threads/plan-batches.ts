import type { GeneratorConfig } from "../config.js";
import { folderOf, type ManifestFiles } from "../read/find-manifests.js";
import type { ManifestBatch } from "../read/read-manifests.js";

/** Few enough that threads finish together, and that what was parsed is forgotten soon. */
const batchSize = 16;

/** Divides the manifests of a project, always in the same way, so that nothing depends on who builds which part. */
export function planBatches(
  { manifests, defaults }: ManifestFiles,
  config: GeneratorConfig,
): readonly ManifestBatch[] {
  const batches: ManifestBatch[] = [];
  const withManifests = new Set(manifests.map(folderOf));
  // What is true of all tools together, such as their cost, can only be told where all of them are.
  const size = isJudgedAsAWhole(config) ? Number.POSITIVE_INFINITY : batchSize;
  for (let start = 0; start === 0 || start < manifests.length; start += size) {
    const own = manifests.slice(start, start + size);
    const folders = new Set(own.map(folderOf));
    const counts = (folder: string) => folders.has(folder) || (start === 0 && !withManifests.has(folder));
    batches.push({ manifests: own, defaults: defaults.filter((file) => counts(folderOf(file))) });
  }
  return batches;
}

/** Whether rules look at all tools of a project together. */
export function isJudgedAsAWhole({ targets, budget }: GeneratorConfig): boolean {
  return targets !== undefined || budget !== undefined;
}
