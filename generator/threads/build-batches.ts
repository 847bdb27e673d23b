import { availableParallelism } from "node:os";
import { rootOnDisk } from "../disk-root.js";
import type { OpenProject } from "../open-project.js";
import type { ManifestBatch } from "../read/read-manifests.js";
import { workOff, type FinishedBatch } from "./batch-task.js";
import { pauseOptimizer } from "./pause-optimizer.js";
import { startHelpers } from "./start-helpers.js";

/** Builds all batches of a project, with the help of other threads when it lies on disk; in the order of the batches. */
export async function buildBatches(
  { host, config, ownsProcess = false }: OpenProject,
  batches: readonly ManifestBatch[],
): Promise<readonly FinishedBatch[]> {
  const finished = new Map<number, FinishedBatch>();
  let tellAll = (): void => undefined;
  const all = new Promise<void>((resolve) => (tellAll = resolve));
  const finish = (batch: FinishedBatch): void => {
    finished.set(batch.index, batch);
    if (finished.size === batches.length) tellAll();
  };
  const taken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const root = rootOnDisk(host);
  const helpers = root === undefined ? [] : startHelpers({ root, config, batches, taken }, finish);
  // Threads start faster before V8 is told anything: what it has of Node's own code was compiled for its usual settings.
  await import("../build-batch.js");
  const takesAllCores = helpers.length + 1 >= availableParallelism();
  const resumeOptimizer = ownsProcess && takesAllCores ? pauseOptimizer() : undefined;
  try {
    await workOff(host, { config, batches, taken }, finish);
    // A thread takes a while to end after its last word; nobody has to wait for that.
    await Promise.race([all, Promise.all(helpers.map(({ done }) => done))]);
  } finally {
    resumeOptimizer?.();
  }
  for (const helper of helpers) helper.release();
  // What a helper took and never finished.
  const left = [...batches.keys()].filter((index) => !finished.has(index));
  for (const index of left) {
    const alone = {
      config,
      batches: batches.slice(index, index + 1),
      taken: new Int32Array(new SharedArrayBuffer(4)),
    };
    await workOff(host, alone, (batch) => finish({ ...batch, index }));
  }
  return [...finished.values()].toSorted((a, b) => a.index - b.index);
}
