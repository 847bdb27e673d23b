import { tracingHost, type Trace } from "../cache/trace.js";
import type { GeneratorConfig } from "../config.js";
import type { Host } from "../host.js";
import type { CompiledManifest, BuildGoal } from "../model/compiled-manifest.js";
import type { ManifestUnit } from "../read/find-manifests.js";
import type { SharedSources } from "../read/read-manifest.js";

/** The work of one thread. */
export interface CompileTask {
  readonly root: string;
  readonly config: GeneratorConfig;
  readonly goal: BuildGoal;
  readonly units: readonly ManifestUnit[];
}

export interface CompiledUnits {
  readonly units: readonly CompiledManifest[];
  readonly trace: Trace;
}

/** Compiles manifests in this thread, in the given order. */
export async function compileManifests(
  host: Host,
  { units, config, goal }: CompileTask,
): Promise<CompiledUnits> {
  const { compileManifest } = await import("../pipeline.js");
  const { readManifest } = await import("../read/read-manifest.js");
  const tracing = tracingHost(host);
  const shared: SharedSources = new Map();
  const compiled: CompiledManifest[] = [];
  for (const unit of units)
    compiled.push(await compileManifest(await readManifest(tracing, unit, shared), config, goal));
  return { units: compiled, trace: tracing.trace() };
}
