import { parentPort, workerData } from "node:worker_threads";
import { nodeHost } from "../node-host.js";
import { workOff, type BatchTask } from "./batch-task.js";

// Only `start-helpers.ts` starts this file, and hands it a task.
const task = workerData as BatchTask;
void workOff(nodeHost(task.root), task, (finished) => parentPort?.postMessage(finished, []));
