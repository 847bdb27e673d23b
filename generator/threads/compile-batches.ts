import { tracingHost, type Trace } from "../cache/trace.js";
import type { GeneratorConfig } from "../config.js";
import type { Host } from "../host.js";
import type { CompiledManifest, Ending } from "../model/compiled-manifest.js";
import type { ManifestUnit } from "../read/find-manifests.js";
import type { SharedSources } from "../read/read-manifest.js";

/** Work that several threads share: each takes the next batch that nobody has taken. */
export interface BatchTask {
  /** The project's folder. */
  readonly root: string;
  readonly config: GeneratorConfig;
  readonly ending: Ending;
  readonly batches: readonly (readonly ManifestUnit[])[];
  /** How many batches have been taken; shared by all threads. */
  readonly taken: Int32Array<SharedArrayBuffer>;
}

/** A compiled batch, and what was read for it. */
export interface CompiledBatch {
  readonly index: number;
  readonly units: readonly CompiledManifest[];
  readonly trace: Trace;
}

/** Compiles batches until all are taken. */
export async function compileBatches(
  host: Host,
  { config, ending, batches, taken }: Omit<BatchTask, "root">,
  finish: (batch: CompiledBatch) => void,
): Promise<void> {
  const { compileManifest } = await import("../pipeline.js");
  const { readManifest } = await import("../read/read-manifest.js");
  const shared: SharedSources = new Map();
  for (let index = Atomics.add(taken, 0, 1); index < batches.length; index = Atomics.add(taken, 0, 1)) {
    const tracing = tracingHost(host);
    const units: CompiledManifest[] = [];
    for (const unit of batches[index] ?? [])
      units.push(await compileManifest(await readManifest(tracing, unit, shared), config, ending));
    finish({ index, units, trace: tracing.trace() });
  }
}
