import { tracingHost, type Trace } from "../cache/trace.js";
import type { GeneratorConfig } from "../config.js";
import type { Host } from "../host.js";
import type { CompiledManifest, BuildGoal } from "../model/compiled-manifest.js";
import type { ManifestUnit } from "../read/find-manifests.js";
import type { SharedSources } from "../read/read-manifest.js";

/** Work shared by several threads: each takes the next free batch. */
export interface BatchTask {
  readonly root: string;
  readonly config: GeneratorConfig;
  readonly goal: BuildGoal;
  readonly batches: readonly (readonly ManifestUnit[])[];
  /** How many batches have been taken; shared by all threads. */
  readonly taken: Int32Array<SharedArrayBuffer>;
}

export interface CompiledBatch {
  readonly units: readonly CompiledManifest[];
  readonly trace: Trace;
}

export async function compileBatches(
  host: Host,
  task: BatchTask,
  finish: (index: number, batch: CompiledBatch) => void,
): Promise<void> {
  const { batches, taken } = task;
  const shared: SharedSources = new Map();
  for (let index = Atomics.add(taken, 0, 1); index < batches.length; index = Atomics.add(taken, 0, 1))
    finish(index, await compileBatch(host, batches[index] ?? [], task, shared));
}

export async function compileBatch(
  host: Host,
  batch: readonly ManifestUnit[],
  { config, goal }: BatchTask,
  shared: SharedSources,
): Promise<CompiledBatch> {
  const { compileManifest } = await import("../pipeline.js");
  const { readManifest } = await import("../read/read-manifest.js");
  const tracing = tracingHost(host);
  const units: CompiledManifest[] = [];
  for (const unit of batch)
    units.push(await compileManifest(await readManifest(tracing, unit, shared), config, goal));
  return { units, trace: tracing.trace() };
}
