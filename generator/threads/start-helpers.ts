import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { BatchTask, CompiledBatch } from "./compile-batches.js";

/** A thread has to load everything again; with fewer manifests than this, that takes longer than it saves. */
const manifestsPerHelper = 60;

/** More threads would each need memory, and wait for the disk. */
const mostHelpers = 3;

/** A thread that helps. */
export interface Helper {
  /** Fulfilled when it sends nothing more, whether it did its work or failed. */
  readonly done: Promise<void>;
  /** Lets the process end without it. */
  release(): void;
}

/** Starts threads that help with a task, when there is enough to do and they can be started at all. */
export function startHelpers(task: BatchTask, finish: (batch: CompiledBatch) => void): Helper[] {
  const units = task.batches.reduce((sum, batch) => sum + batch.length, 0);
  const wanted = Math.floor(units / manifestsPerHelper);
  const count = Math.min(wanted, mostHelpers, availableParallelism() - 1, task.batches.length - 1);
  // It lies beside this file when the package is built; sources do not run in a thread of their own.
  const file = fileURLToPath(new URL("./compile-worker.js", import.meta.url));
  if (count < 1 || !existsSync(file)) return [];
  return Array.from({ length: count }, () => startHelper(file, task, finish));
}

/** Others do what a thread fails at, so its failure is not reported. */
function startHelper(file: string, task: BatchTask, finish: (batch: CompiledBatch) => void): Helper {
  let worker: Worker;
  try {
    worker = new Worker(file, { workerData: task });
  } catch {
    return { done: Promise.resolve(), release: () => undefined };
  }
  worker.on("message", finish);
  const done = new Promise<void>((resolve) => {
    worker.once("error", () => resolve());
    worker.once("exit", () => resolve());
  });
  return { done, release: () => worker.unref() };
}
