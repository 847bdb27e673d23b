import type { BuiltBatch } from "../build-batch.js";
import type { Trace } from "../cache/trace.js";
import { tracingHost } from "../cache/trace.js";
import type { GeneratorConfig } from "../config.js";
import type { Host } from "../host.js";
import type { ManifestBatch, SharedSources } from "../read/read-manifests.js";

/** Work that several threads do together: each takes the next batch that nobody has taken. */
export interface BatchTask {
  /** The project's folder. */
  readonly root: string;
  readonly config: GeneratorConfig;
  readonly batches: readonly ManifestBatch[];
  /** How many batches have been taken; shared by all threads. */
  readonly taken: Int32Array<SharedArrayBuffer>;
}

/** What became of one batch, and which files that depends on. */
export interface FinishedBatch {
  readonly index: number;
  readonly built: BuiltBatch;
  readonly trace: Trace;
}

/** Builds batches until all are taken. */
export async function workOff(
  host: Host,
  { config, batches, taken }: Omit<BatchTask, "root">,
  finish: (finished: FinishedBatch) => void,
): Promise<void> {
  const { buildBatch } = await import("../build-batch.js");
  const shared: SharedSources = new Map();
  for (let index = Atomics.add(taken, 0, 1); index < batches.length; index = Atomics.add(taken, 0, 1)) {
    const batch = batches[index];
    if (batch === undefined) return;
    const tracing = tracingHost(host);
    const built = await buildBatch(tracing, config, batch, shared);
    finish({ index, built, trace: tracing.trace() });
  }
}
