import { parentPort, workerData } from "node:worker_threads";
import { nodeHost } from "../node-host.js";
import { compileBatches, type BatchTask } from "./compile-batches.js";

// Only `start-helpers.ts` starts this file, and hands it a task.
const task = workerData as BatchTask;
void compileBatches(nodeHost(task.root), task, (batch) => parentPort?.postMessage(batch, []));
