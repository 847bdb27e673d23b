export type { QueueConnection } from "./database/queue-database.js";
export { PostgresApprovalStore } from "./journal/postgres-approval-store.js";
export type { QueueCounts } from "./journal/queue-counter.js";
export { openJournal, QueueJournal } from "./journal/queue-journal.js";
export type { JournalRecord, QueuedExecution, QueueStatus, RetryVerdict } from "./journal/queue-journal.js";
export type { QueueBackendOptions } from "./submit/queue-backend-options.js";
export { createQueueBackend, QueueBackend } from "./submit/queue-backend.js";
export { QueueWorker, startWorker } from "./work/queue-worker.js";
export type { WorkerOptions, WorkerTracer } from "./work/worker-options.js";
