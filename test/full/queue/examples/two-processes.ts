import { createQueueBackend, PostgresApprovalStore, startWorker } from "@toolkiln/queue";
import { ToolExecutor, type ToolRegistry } from "@toolkiln/runtime";

/** In the application: calls are validated and approved here, and run on workers. */
export function createExecutor(registry: ToolRegistry, connectionString: string, key: string) {
  const connection = { connectionString, key };
  const backend = createQueueBackend({ ...connection, tenant: ({ sessionId }) => sessionId });
  const store = new PostgresApprovalStore(connection);
  return new ToolExecutor(registry, { backend, audit: backend.audit, approvals: { key, store } });
}

/** On every machine that runs calls; `toolkiln worker` does the same for a project. */
export function runCalls(registry: ToolRegistry, connectionString: string, key: string) {
  return startWorker(registry, {
    connectionString,
    key,
    concurrency: 8,
    inject: { token: "the worker's own" },
  });
}
