import { parentPort, workerData } from "node:worker_threads";
import { nodeHost } from "../node-host.js";
import { compileBatches, type BatchTask } from "./compile-batches.js";

// Started only by `compile-units.ts`, with a task.
const task = workerData as BatchTask;
void compileBatches(nodeHost(task.root), task, (index, batch) =>
  parentPort?.postMessage([index, batch], []),
).then(() => parentPort?.postMessage("done", []));
