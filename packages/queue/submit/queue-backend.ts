import { randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { ToolProgress, type ToolProgressInit } from "@toolkiln/runtime";
import type { AuditHook, ExecutionBackend, ExecutionJob } from "@toolkiln/runtime";
import { assertJson } from "@toolkiln/runtime/json";
import { endExecutions } from "../database/end-executions.js";
import { backoff, isOutage } from "../database/outage.js";
import { QueueDatabase } from "../database/queue-database.js";
import { outcomeOf, type EndedRow } from "../decision/outcome.js";
import { QueueCounter, type CountEvents, type QueueCounts } from "../journal/queue-counter.js";
import { QueueJournal, type QueuedExecution } from "../journal/queue-journal.js";
import { checkInteger, type QueueBackendOptions } from "./queue-backend-options.js";
import { SubmissionRows } from "./submission-rows.js";
import { Submission } from "./submission.js";

/** The maximum number of calls per write, and of results per read. */
const maxBatch = 100;

/** Creates a backend that runs calls on the workers of a queue. Connects on first use. */
export function createQueueBackend(options: QueueBackendOptions): QueueBackend {
  return new QueueBackend(options);
}

/** The submitter: sends calls to the workers and returns their results to the executor. */
export class QueueBackend extends EventEmitter<CountEvents> implements ExecutionBackend {
  /** The executor's `audit` option: writes decisions in the transaction that submits their calls. */
  readonly audit: AuditHook = (record) => {
    this.#rows.addRecord(record);
    this.#wake();
  };
  readonly #options: QueueBackendOptions;
  readonly #database: QueueDatabase;
  readonly #rows: SubmissionRows;
  readonly #counter = new QueueCounter(() => this.emit("counts", this.counts));
  readonly #id: string = randomBytes(8).toString("hex");
  /** Calls that are not in the database yet. */
  readonly #unsent = new Set<Submission>();
  /** Submitted calls without a result, by job. */
  readonly #awaited = new Map<string, Submission>();
  /** Jobs that may have ended. */
  readonly #toRead = new Set<string>();
  readonly #withdrawn = new Set<Submission>();
  #flushing: Promise<void> | undefined;
  #failures = 0;
  #isDisposed = false;

  constructor(options: QueueBackendOptions) {
    super();
    checkInteger("heartbeatSeconds", options.heartbeatSeconds, 10);
    checkInteger("maxQueueLength", options.maxQueueLength, 0);
    this.#options = options;
    this.#database = new QueueDatabase({ ...options, supervise: true }, 4);
    this.#rows = new SubmissionRows(this.#database, this.#id, options);
  }

  /** Calls of this process by their state, since it started. */
  get counts(): QueueCounts {
    const running = [...this.#awaited.values()].filter(({ hasStarted }) => hasStarted).length;
    const queued = this.#unsent.size + this.#awaited.size - running;
    return { ...this.#counter.counts, queued, running };
  }

  submit(call: ExecutionJob): void {
    try {
      const submission = new Submission(call, this.#options);
      const { parameters, modifiedParameters, metadata } = call;
      assertJson({ parameters, modifiedParameters, metadata });
      this.#unsent.add(submission);
      this.#wake();
    } catch (error) {
      call.settle({ type: "threw", thrown: error });
    }
  }

  withdraw({ backendState: submission }: ExecutionJob): void {
    if (!(submission instanceof Submission)) return;
    submission.isWithdrawn = true;
    this.#awaited.delete(submission.job);
    this.#unsent.delete(submission);
    if (submission.isSent) this.#withdrawn.add(submission);
    this.#wake();
  }

  /** Finds an execution of any submitter; use it to get a result after a restart. */
  find(executionId: string): Promise<QueuedExecution | undefined> {
    return new QueueJournal(this.#database).find(executionId);
  }

  /** Writes pending rows and disconnects. The executor ends its calls first. */
  async dispose(): Promise<void> {
    const deadline = Date.now() + 5_000;
    while (this.#hasWork() && this.#failures === 0 && Date.now() < deadline) {
      this.#wake();
      await this.#flushing;
    }
    this.#isDisposed = true;
    await this.#flushing;
    await this.#database.close();
  }

  #hasWork(): boolean {
    return this.#unsent.size + this.#withdrawn.size + this.#toRead.size + this.#rows.records.length > 0;
  }

  /** Schedules a flush in a microtask, so that calls of the same tick share a batch. */
  #wake(): void {
    if (this.#isDisposed || !this.#hasWork()) return;
    this.#flushing ??= Promise.resolve()
      .then(() => this.#flush())
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#flushing = undefined;
        this.#wake();
      });
  }

  async #flush(): Promise<void> {
    await this.#database.listen(`tk_s_${this.#id}`, this.#notified, this.#poll);
    await this.#endWithdrawn();
    await this.#writeCalls();
    await this.#readResults();
    await this.#rows.writeRecords();
    this.#failures = 0;
  }

  readonly #poll = (): void => {
    for (const job of this.#awaited.keys()) this.#toRead.add(job);
    this.#wake();
  };

  async #endWithdrawn(): Promise<void> {
    const withdrawn = [...this.#withdrawn];
    if (withdrawn.length === 0) return;
    const ends = withdrawn.map(({ call, job }) => {
      const status = call.remainingMs() <= 0 ? ("timedOut" as const) : ("cancelled" as const);
      return { id: call.executionId, job, status, reason: "withdrawn" };
    });
    await endExecutions(this.#database, ends);
    for (const submission of withdrawn) this.#withdrawn.delete(submission);
  }

  async #writeCalls(): Promise<void> {
    const [first] = this.#unsent;
    if (first === undefined) return;
    const batch = [...this.#unsent].filter(({ queue }) => queue === first.queue).slice(0, maxBatch);
    const submitted = await this.#rows.submit(first.queue, batch, this.#awaited.size);
    for (const [submission, { verdict, known_job: known }] of submitted) {
      if (verdict === "retry") continue;
      this.#unsent.delete(submission);
      if (verdict === "accepted" || verdict === "duplicate") {
        submission.job = known ?? submission.job;
        if (submission.isWithdrawn) continue;
        this.#awaited.set(submission.job, submission);
        if (verdict === "duplicate") this.#toRead.add(submission.job);
      } else submission.call.settle({ type: "rejected", reason: rejections[verdict](submission) });
    }
  }

  async #readResults(): Promise<void> {
    const jobs = [...this.#toRead].slice(0, maxBatch);
    if (jobs.length === 0) return;
    // Removed before the read: if a call ends during the read, its notification adds it again.
    for (const job of jobs) this.#toRead.delete(job);
    const { own } = this.#database.schemas;
    const rows = await this.#database.query<EndedRow>({
      name: `results ${own}`,
      text: `select id as execution, job, status, reason, outcome from ${own}.execution
        where id = any($1::text[]) and finished_at is not null`,
      values: [jobs.map((job) => this.#awaited.get(job)?.call.executionId ?? "")],
    });
    for (const row of rows) this.#ended(row);
  }

  #ended(row: EndedRow): void {
    const submission = this.#awaited.get(row.job);
    if (submission === undefined) return;
    // The executor has the same deadline and ends the call itself.
    if (row.status === "timedOut" && submission.call.remainingMs() > 0) return;
    this.#awaited.delete(row.job);
    const outcome = outcomeOf(row, this.#database.signer);
    this.#counter.recordEnd(counterNames[outcome.type], submission.startTime);
    submission.call.settle(outcome);
  }

  /** Keeps pending calls during an outage, unless `whenUnavailable` is `fail`; any other error fails them. */
  async #failed(error: unknown): Promise<void> {
    this.#database.warn("Writing to the queue", error);
    if (!isOutage(error)) this.#withdrawn.clear();
    if (!isOutage(error) || this.#options.whenUnavailable === "fail") {
      const message = error instanceof Error ? error.message : String(error);
      const reason = `The queue database failed: ${message}`;
      const thrown = Object.assign(new Error(reason), { name: "NotAvailable" });
      for (const { call, isSent } of this.#unsent) {
        if (isSent) call.settle({ type: "unknown", reason: `${reason}. The call may have been submitted.` });
        else call.settle({ type: "threw", thrown });
      }
      this.#unsent.clear();
    }
    if (!this.#isDisposed) await pause(backoff(this.#failures++));
  }

  /** Handles `d`: a job ended, with its outcome if it is short; `p`: a job runs, with its progress if there is any. */
  readonly #notified = (payload: string): void => {
    const [type, job, rest] = [payload.slice(0, 1), payload.slice(1, 37), payload.slice(37)];
    const submission = this.#awaited.get(job);
    if (submission === undefined) return;
    const { call } = submission;
    if (type === "d") {
      const ended = { execution: call.executionId, job, status: "completed", reason: null, outcome: rest };
      // Any client of the database can send notifications, so an outcome without a valid signature is read from the tables.
      if (outcomeOf(ended, this.#database.signer).type !== "unknown") return this.#ended(ended);
      this.#toRead.add(job);
      this.#wake();
    } else {
      if (!submission.hasStarted) call.began();
      submission.hasStarted = true;
      // `sendProgress` in the worker wrote it.
      if (rest !== "") call.report(new ToolProgress(JSON.parse(rest) as ToolProgressInit));
    }
  };
}

const counterNames = { returned: "done", threw: "failed", rejected: "failed", unknown: "lost" } as const;

const rejections: Readonly<Record<"closed" | "full" | "conflict", (submission: Submission) => string>> = {
  closed: ({ queue }) => `The queue '${queue}' is closed and rejects new calls.`,
  full: ({ queue }) => `The queue '${queue}' is full: it has reached \`maxQueueLength\`.`,
  conflict: ({ call }) => `The execution id '${call.executionId}' is already used by another call.`,
};
