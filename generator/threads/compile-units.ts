import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { joinTraces, type Trace } from "../cache/trace.js";
import type { CompiledManifest, BuildGoal } from "../model/compiled-manifest.js";
import { diskRoots } from "../host.js";
import type { OpenProject } from "../open-project.js";
import type { ManifestUnit } from "../read/find-manifests.js";
import { compileBatch, compileBatches, type BatchTask, type CompiledBatch } from "./compile-batches.js";

/** Small, so that threads finish together. */
const batchSize = 16;
/** A thread loads and optimizes all code again; with fewer manifests than this, that costs more than it saves. */
const manifestsPerHelper = 200;
/** Cores for this thread, and for V8, which optimizes code and collects garbage in threads of its own. */
const coresInUse = 2;
/** More threads would need more memory and wait for the disk. */
const mostHelpers = 3;

/** Compiles manifests in the given order, with worker threads when the project is on disk. */
export async function compileUnits(
  { host, config }: OpenProject,
  units: readonly ManifestUnit[],
  goal: BuildGoal,
): Promise<{ readonly units: readonly CompiledManifest[]; readonly trace: Trace }> {
  const batches = Array.from({ length: Math.ceil(units.length / batchSize) }, (_, index) =>
    units.slice(index * batchSize, (index + 1) * batchSize),
  );
  const taken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const root = diskRoots.get(host) ?? "";
  const task = { root, config, goal, batches, taken };
  const finished = new Map<number, CompiledBatch>();
  const finish = (index: number, batch: CompiledBatch): void => void finished.set(index, batch);
  const count = root === "" ? 0 : Math.floor(units.length / manifestsPerHelper);
  const most = Math.min(count, mostHelpers, availableParallelism() - coresInUse);
  const helpers = Promise.allSettled(startHelpers(most, task, finish));
  await compileBatches(host, task, finish);
  await helpers;
  const inOrder: CompiledBatch[] = [];
  for (const [index, batch] of batches.entries())
    // A crashed thread may have left batches unfinished.
    inOrder.push(finished.get(index) ?? (await compileBatch(host, batch, task, new Map())));
  return {
    units: inOrder.flatMap((batch) => batch.units),
    trace: joinTraces(inOrder.map(({ trace }) => trace)),
  };
}

/** Starts worker threads; each promise resolves after the last message of a thread, even if it failed. */
function startHelpers(
  count: number,
  task: BatchTask,
  finish: (index: number, batch: CompiledBatch) => void,
): Promise<void>[] {
  // In a built package the worker is beside this file; sources do not run in worker threads.
  const file = fileURLToPath(new URL("./compile-worker.js", import.meta.url));
  if (count < 1 || !existsSync(file)) return [];
  return Array.from({ length: count }, async () => {
    const worker = new Worker(file, { workerData: task });
    return new Promise<void>((resolve) => {
      worker.on("message", (message: readonly [number, CompiledBatch] | "done") => {
        if (message !== "done") return finish(...message);
        // Do not wait for the thread to exit after its last message.
        worker.unref();
        resolve();
      });
      worker.once("error", () => resolve());
      worker.once("exit", () => resolve());
    });
  });
}
