export type { QueueConnection } from "./database/queue-database.js";
export type { QueuedExecution } from "./journal/find-execution.js";
export type { QueueCounts } from "./journal/queue-counter.js";
export type { QueueBackendOptions } from "./submit/queue-backend-options.js";
export { createQueueBackend, QueueBackend, type QueueBackendEvents } from "./submit/queue-backend.js";
export { QueueWorker, type QueueWorkerEvents, type StopOptions } from "./work/queue-worker.js";
export { startWorker } from "./work/start-worker.js";
export type { WorkerOptions, WorkerTracer } from "./work/worker-options.js";
