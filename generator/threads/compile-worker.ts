import { parentPort, workerData } from "node:worker_threads";
import { nodeHost } from "../node-host.js";
import { compileManifests, type CompileTask } from "./compile-units.js";

// Started only by `compile-units.ts`, with a task.
const task = workerData as CompileTask;
void compileManifests(nodeHost(task.root), task).then((compiled) => parentPort?.postMessage(compiled, []));
