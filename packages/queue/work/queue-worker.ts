import { randomBytes } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { createServer, type Server } from "node:http";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { ToolExecutor, type ToolRegistry } from "@toolkiln/runtime";
import { backoff } from "../database/outage.js";
import { QueueDatabase } from "../database/queue-database.js";
import { QueueCounter, type CountEvents, type QueueCounts } from "../journal/queue-counter.js";
import { checkInteger } from "../submit/queue-backend-options.js";
import { CallRun, type WorkerContext } from "./call-run.js";
import { JobRows, type FetchedJob } from "./job-rows.js";
import { createNestedBackend, ResourceLeases } from "./resource-leases.js";
import type { WorkerOptions } from "./worker-options.js";

/** Milliseconds between heartbeats, and between deletions of old records. */
const heartbeatInterval = 3_000;
const pruneInterval = 3_600_000;

/** Starts a worker that runs the calls of a toolset with the tools of a registry. */
export async function startWorker(registry: ToolRegistry, options: WorkerOptions): Promise<QueueWorker> {
  checkInteger("concurrency", options.concurrency, 1);
  const worker = new QueueWorker(registry, options);
  await worker.start().catch(async (error: unknown) => {
    await worker.stop();
    throw error;
  });
  return worker;
}

/** Fetches calls, runs up to `concurrency` of them at once and writes their outcomes. */
export class QueueWorker extends EventEmitter<CountEvents> {
  /** The id of the worker in the journal. */
  readonly id: string = `${hostname()}-${process.pid}-${randomBytes(3).toString("hex")}`;
  readonly #options: WorkerOptions & Required<Pick<WorkerOptions, "toolset" | "concurrency" | "supervise">>;
  readonly #database: QueueDatabase;
  readonly #context: WorkerContext;
  readonly #rows: JobRows;
  readonly #counter = new QueueCounter(() => this.emit("counts", this.counts));
  /** Fetched calls without a written outcome, by job. */
  readonly #runs = new Map<string, CallRun>();
  #timers: readonly NodeJS.Timeout[] = [];
  #health: Server | undefined;
  #wantsMore = false;
  #isPumping = false;
  #failures = 0;
  #isStopping = false;

  constructor(registry: ToolRegistry, options: WorkerOptions) {
    super();
    const { toolset = "default", concurrency = 4, supervise = true, services, nested } = options;
    const database = new QueueDatabase({ ...options, supervise }, 4);
    const leases = new ResourceLeases(database, concurrency);
    const shared = { ...(services !== undefined && { services }), ...nested };
    const executor = new ToolExecutor(registry, { ...shared, backend: createNestedBackend(leases) });
    this.#options = { ...options, toolset, concurrency, supervise };
    this.#database = database;
    this.#context = { database, registry, leases, executor, options, used: new Map() };
    this.#rows = new JobRows(database, toolset, this.id);
  }

  /** Calls of this worker by their state, since it started. */
  get counts(): QueueCounts {
    return { ...this.#counter.counts, queued: 0, running: this.#runs.size };
  }

  /** Whether the last fetch succeeded; a worker with free slots fetches every two seconds. */
  get isConnected(): boolean {
    return this.#failures === 0;
  }

  async start(): Promise<void> {
    const { toolset, health, supervise } = this.#options;
    await this.#database.ensureQueue(toolset);
    const channel = this.#database.workersChannel(toolset);
    await this.#database.listen(
      channel,
      (payload) => this.#notified(payload),
      () => void this.#pump(),
    );
    this.#timers = [
      setInterval(() => void this.#sendHeartbeat(), heartbeatInterval),
      ...(supervise ? [setInterval(() => void this.#prune(), pruneInterval)] : []),
    ];
    if (health !== undefined) await this.#serveHealth(health);
  }

  /**
   * Stops fetching, lets running calls finish and disconnects. Calls that do not finish within `gracePeriod`
   * milliseconds (default: 30,000) end with an unknown outcome.
   */
  async stop({ gracePeriod = 30_000 }: { readonly gracePeriod?: number } = {}): Promise<void> {
    if (this.#isStopping) return;
    this.#isStopping = true;
    await this.#idle(gracePeriod);
    for (const run of this.#runs.values()) run.end("shutDown");
    // Waits only briefly for outcomes to be written, because the database may be unavailable.
    await this.#idle(2_000);
    this.#rows.close();
    for (const timer of this.#timers) clearInterval(timer);
    this.#health?.close();
    await this.#context.executor.dispose();
    await this.#context.leases.close();
    await this.#database.close();
  }

  /** Serves `GET /health`: 200 while the worker is connected, otherwise 503, with its counts. */
  async #serveHealth({ port, host = "127.0.0.1" }: NonNullable<WorkerOptions["health"]>): Promise<void> {
    this.#health = createServer(({ method, url }, response) => {
      if (method !== "GET" || url !== "/health") {
        response.writeHead(404).end();
        return;
      }
      const database = this.isConnected ? "connected" : "disconnected";
      response.writeHead(this.isConnected ? 200 : 503, { "content-type": "application/json" });
      response.end(JSON.stringify({ worker: this.id, database, ...this.counts }));
    });
    // The health endpoint must not keep the process alive.
    this.#health.unref().listen(port, host);
    await once(this.#health, "listening");
  }

  async #idle(milliseconds: number): Promise<void> {
    for (const end = Date.now() + milliseconds; this.#runs.size > 0 && Date.now() < end;) await pause(10);
  }

  /** Handles `w`: calls were queued; `c`: a job was cancelled, which the heartbeat then verifies. */
  #notified(payload: string): void {
    if (!payload.startsWith("c")) void this.#pump();
    else if (this.#runs.has(payload.slice(1))) void this.#sendHeartbeat();
  }

  /** Fetches while there are free slots and queued calls. */
  async #pump(): Promise<void> {
    this.#wantsMore = true;
    if (this.#isPumping) return;
    this.#isPumping = true;
    while (this.#wantsMore && !this.#isStopping && this.#runs.size < this.#options.concurrency) {
      this.#wantsMore = false;
      const freeSlots = this.#options.concurrency - this.#runs.size;
      try {
        const jobs = await this.#rows.fetch(freeSlots);
        this.#failures = 0;
        // A short batch means that the queue is empty; a notification follows when calls arrive.
        if (jobs.length === freeSlots) this.#wantsMore = true;
        for (const job of jobs) void this.#run(job);
      } catch (error) {
        this.#database.warn("Fetching calls", error);
        await pause(backoff(this.#failures++));
        this.#wantsMore = true;
      }
    }
    this.#isPumping = false;
  }

  async #run(job: FetchedJob): Promise<void> {
    const run = new CallRun(job, this.#context);
    this.#runs.set(job.job, run);
    const end = await run.run();
    await this.#rows.settle({ ...end, execution: job.execution, job: job.job });
    if (end.status === "completed") this.#counter.recordEnd("done", run.startTime);
    else if (end.status !== "queued") {
      this.#counter.recordEnd(end.status === "unknown" ? "lost" : "failed", run.startTime);
    }
    this.#runs.delete(job.job);
    if (this.#wantsMore) void this.#pump();
  }

  /** Sends the heartbeat, and ends runs that were cancelled or reassigned. */
  async #sendHeartbeat(): Promise<void> {
    const { database, used } = this.#context;
    for (const [job, expires] of used) if (expires < database.now()) used.delete(job);
    const runs = [...this.#runs.values()];
    if (runs.length === 0) return;
    try {
      const jobs = runs.map(({ job: { job: id, retryCount } }) => ({ id, retryCount }));
      const { settled = [] } = await (await database.boss()).touch(this.#options.toolset, jobs);
      for (const run of runs) if (!settled.includes(run.job.job)) run.end("withdrawn");
    } catch (error) {
      database.warn("The heartbeat", error);
    }
  }

  /** Deletes old records, and ends expired executions of processes that disappeared. */
  async #prune(): Promise<void> {
    const { own } = this.#database.schemas;
    const { retentionDays = 30 } = this.#options;
    try {
      for (const table of ["execution where finished_at", "audit where at", "approval where expires_at"]) {
        const text = `delete from ${own}.${table} < now() - make_interval(days => $1::int)`;
        await this.#database.query({ text, values: [retentionDays] });
      }
      await this.#database.query({
        text: `update ${own}.execution set finished_at = clock_timestamp(), reason = 'expired',
            status = case when status = 'queued' then 'timedOut' else 'unknown' end
          where finished_at is null and expires_at < now() - interval '1 hour'`,
      });
    } catch (error) {
      this.#database.warn("Pruning the journal", error);
    }
  }
}
