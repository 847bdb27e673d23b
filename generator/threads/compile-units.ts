import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { joinTraces, tracingHost, type Trace } from "../cache/trace.js";
import type { BuiltUnit } from "../build-project.js";
import type { GeneratorConfig } from "../config.js";
import type { BuildGoal } from "../model/compiled-manifest.js";
import { diskRoots, type Host } from "../host.js";
import type { OpenProject } from "../open-project.js";
import type { ManifestUnit } from "../read/find-manifests.js";
import type { SharedSources } from "../read/read-manifest.js";

export interface CompileTask {
  readonly root: string;
  readonly config: GeneratorConfig;
  readonly goal: BuildGoal;
  readonly units: readonly ManifestUnit[];
}

export interface CompiledUnits {
  readonly units: readonly BuiltUnit[];
  readonly trace: Trace;
}

/** A thread loads and optimizes all code again; with fewer manifests than this, that costs more than it saves. */
const manifestsPerWorker = 200;
/** Cores for this thread, and for V8, which optimizes code and collects garbage in threads of its own. */
const usedCores = 2;
/** More threads would need more memory and wait for the disk. */
const maxWorkers = 3;

/** Compiles manifests and keeps their order. A large project on disk can use worker threads. */
export async function compileUnits(
  { host, config }: OpenProject,
  units: readonly ManifestUnit[],
  goal: BuildGoal,
): Promise<CompiledUnits> {
  const root = diskRoots.get(host) ?? "";
  // In a built package the worker is beside this file; sources do not run in worker threads.
  const file = fileURLToPath(new URL("./compile-worker.js", import.meta.url));
  const useful = Math.min(units.length / manifestsPerWorker, maxWorkers, availableParallelism() - usedCores);
  const workers = root === "" || useful < 1 || !existsSync(file) ? 0 : Math.floor(useful);
  const size = Math.ceil(units.length / (workers + 1));
  const taskOf = (index: number): CompileTask => ({
    root,
    config,
    goal,
    units: units.slice(index * size, (index + 1) * size),
  });
  const running = Array.from({ length: workers }, (_, index) => compileInThread(file, taskOf(index + 1)));
  const parts = [await compileManifests(host, taskOf(0))];
  for (const [index, result] of running.entries())
    // A crashed thread has no result.
    parts.push((await result) ?? (await compileManifests(host, taskOf(index + 1))));
  return {
    units: parts.flatMap((part) => part.units),
    trace: joinTraces(parts.map(({ trace }) => trace)),
  };
}

/** Compiles manifests in this thread, in the given order. */
export async function compileManifests(host: Host, task: CompileTask): Promise<CompiledUnits> {
  const { units, config, goal } = task;
  const { compileManifest } = await import("../pipeline.js");
  const { readManifest } = await import("../read/read-manifest.js");
  const tracing = tracingHost(host);
  const shared: SharedSources = new Map();
  const built: BuiltUnit[] = [];
  for (const unit of units) {
    const read = await readManifest(tracing, unit, shared);
    built.push({ ...unit, compiled: await compileManifest(read, config, goal) });
  }
  return { units: built, trace: tracing.trace() };
}

async function compileInThread(file: string, task: CompileTask): Promise<CompiledUnits | undefined> {
  // Lazy, because most projects need no threads.
  const { Worker } = await import("node:worker_threads");
  return new Promise((resolve) => {
    const worker = new Worker(file, { workerData: task });
    worker.once("message", (compiled: CompiledUnits) => {
      // Do not wait for the thread to exit.
      worker.unref();
      resolve(compiled);
    });
    worker.once("error", () => resolve(undefined));
    worker.once("exit", () => resolve(undefined));
  });
}
