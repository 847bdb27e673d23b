import { createQueueBackend, startWorker, type QueueWorker } from "@toolkiln/queue";
import { ToolRegistry } from "@toolkiln/runtime";
import { afterAll, afterEach, describe } from "vitest";
import { contractTools, describeBackend } from "../../runtime/executor/backend-contract.js";
import { startCluster } from "../support/postgres.js";

const cluster = await startCluster("the backend contract on PostgreSQL");
const key = "a key for tests only";
const workers: QueueWorker[] = [];
let schemas = 0;

afterAll(() => cluster?.remove(), 60_000);

describe.skipIf(cluster === undefined)("on PostgreSQL", () => {
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.stop({ gracePeriod: 0 });
  });

  describeBackend("of the queue", {
    latency: 150,
    async make({ maxConcurrentExecutions: concurrency, maxQueueLength }) {
      const schema = `contract_${schemas++}`;
      const connection = { connectionString: cluster?.connectionString ?? "", schema, key };
      const registry = new ToolRegistry();
      for (const tool of contractTools()) registry.registerTool(tool);
      workers.push(await startWorker(registry, { ...connection, concurrency }));
      const backend = createQueueBackend({ ...connection, maxQueueLength });
      // Connect first, so that the latency does not include connecting.
      await backend.find("none");
      return backend;
    },
  });
});
