import type { ToolRegistry } from "@toolkiln/runtime";
import { QueueDatabase } from "../database/queue-database.js";
import { checkWhole } from "../submit/queue-backend-options.js";
import { QueueWorker } from "./queue-worker.js";
import type { WorkerOptions } from "./worker-options.js";

/** Starts a worker that runs the calls of a toolset with the tools of a registry. */
export async function startWorker(registry: ToolRegistry, options: WorkerOptions): Promise<QueueWorker> {
  const { concurrency = 4, toolset = "default" } = options;
  checkWhole("concurrency", concurrency, 1);
  const database = await QueueDatabase.open(options, 4, options.supervise ?? true);
  try {
    await database.ensureQueue(toolset);
    const worker = new QueueWorker(registry, database, { ...options, concurrency, toolset });
    await worker.start();
    return worker;
  } catch (error) {
    await database.close();
    throw error;
  }
}
