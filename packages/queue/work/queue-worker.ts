import { randomBytes } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { createServer, type Server } from "node:http";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { ToolExecutor, type ToolRegistry } from "@toolkiln/runtime";
import { backoff } from "../database/outage.js";
import { QueueDatabase } from "../database/queue-database.js";
import { QueueCounter, type CountEvents, type QueueCounts } from "../journal/queue-counter.js";
import { checkWhole } from "../submit/queue-backend-options.js";
import { CallRun, type Workshop } from "./call-run.js";
import { JobRows, type HeldJob } from "./job-rows.js";
import { createNestedBackend, ResourceLeases } from "./resource-leases.js";
import type { WorkerOptions } from "./worker-options.js";

/** Milliseconds between two signs of life, and between two prunings of the journal. */
const beatInterval = 3_000;
const pruneInterval = 3_600_000;

/** Starts a worker that runs the calls of a toolset with the tools of a registry. */
export async function startWorker(registry: ToolRegistry, options: WorkerOptions): Promise<QueueWorker> {
  checkWhole("concurrency", options.concurrency, 1);
  const worker = new QueueWorker(registry, options);
  await worker.start().catch(async (error: unknown) => {
    await worker.stop();
    throw error;
  });
  return worker;
}

/** Fetches calls as it has room for them, runs them and writes down how they ended. */
export class QueueWorker extends EventEmitter<CountEvents> {
  /** Names the worker in the journal. */
  readonly id: string = `${hostname()}-${process.pid}-${randomBytes(3).toString("hex")}`;
  readonly #options: WorkerOptions & Required<Pick<WorkerOptions, "toolset" | "concurrency" | "supervise">>;
  readonly #database: QueueDatabase;
  readonly #workshop: Workshop;
  readonly #rows: JobRows;
  readonly #counter = new QueueCounter(() => this.emit("counts", this.counts));
  /** The calls that it fetched and has not settled yet, by their jobs. */
  readonly #held = new Map<string, CallRun>();
  #timers: readonly NodeJS.Timeout[] = [];
  #health: Server | undefined;
  #wantsMore = false;
  #isPumping = false;
  #failures = 0;
  #isStopping = false;

  constructor(registry: ToolRegistry, options: WorkerOptions) {
    super();
    const { toolset = "default", concurrency = 4, supervise = true, nested } = options;
    const database = new QueueDatabase({ ...options, supervise }, 4);
    const leases = new ResourceLeases(database, concurrency);
    const executor = new ToolExecutor(registry, { ...nested, backend: createNestedBackend(leases) });
    this.#options = { ...options, toolset, concurrency, supervise };
    this.#database = database;
    this.#workshop = { database, registry, leases, executor, options, used: new Map() };
    this.#rows = new JobRows(database, toolset, this.id);
  }

  /** Calls of this worker by their state, since it started. */
  get counts(): QueueCounts {
    return { ...this.#counter.counts, queued: 0, running: this.#held.size };
  }

  /** Whether the database answered when it last looked for calls: every two seconds while it has room. */
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
      setInterval(() => void this.#beat(), beatInterval),
      ...(supervise ? [setInterval(() => void this.#prune(), pruneInterval)] : []),
    ];
    if (health !== undefined) await this.#serveHealth(health);
  }

  /**
   * Fetches no more, lets running calls finish and disconnects. Calls that do not finish within `gracePeriod`
   * milliseconds (30,000) have an unknown outcome.
   */
  async stop({ gracePeriod = 30_000 }: { readonly gracePeriod?: number } = {}): Promise<void> {
    if (this.#isStopping) return;
    this.#isStopping = true;
    await this.#idle(gracePeriod);
    for (const run of this.#held.values()) run.end("shutDown");
    // What was ended has to be written; a database that is away is not waited for long.
    await this.#idle(2_000);
    this.#rows.close();
    for (const timer of this.#timers) clearInterval(timer);
    this.#health?.close();
    await this.#workshop.executor.dispose();
    await this.#workshop.leases.close();
    await this.#database.close();
  }

  /** Answers `GET /health`: 200 while the worker is connected, 503 while it is not, with its counts. */
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
    // The worker, not its health endpoint, decides how long the process lives.
    this.#health.unref().listen(port, host);
    await once(this.#health, "listening");
  }

  async #idle(milliseconds: number): Promise<void> {
    for (const end = Date.now() + milliseconds; this.#held.size > 0 && Date.now() < end;) await pause(10);
  }

  /** `w` announces work, `c` that a job was withdrawn, which the tables have to confirm. */
  #notified(payload: string): void {
    if (!payload.startsWith("c")) void this.#pump();
    else if (this.#held.has(payload.slice(1))) void this.#beat();
  }

  /** Fetches as long as there is room and something to fetch. */
  async #pump(): Promise<void> {
    this.#wantsMore = true;
    if (this.#isPumping) return;
    this.#isPumping = true;
    while (this.#wantsMore && !this.#isStopping && this.#held.size < this.#options.concurrency) {
      this.#wantsMore = false;
      const room = this.#options.concurrency - this.#held.size;
      try {
        const jobs = await this.#rows.fetch(room);
        this.#failures = 0;
        // One that came back short has emptied the queue; whatever is queued later is announced.
        if (jobs.length === room) this.#wantsMore = true;
        for (const job of jobs) void this.#run(job);
      } catch (error) {
        this.#database.warn("Fetching calls", error);
        await pause(backoff(this.#failures++));
        this.#wantsMore = true;
      }
    }
    this.#isPumping = false;
  }

  async #run(job: HeldJob): Promise<void> {
    const run = new CallRun(job, this.#workshop);
    this.#held.set(job.job, run);
    const end = await run.run();
    await this.#rows.settle({ ...end, execution: job.execution, job: job.job });
    if (end.status === "completed") this.#counter.ended("done", run.startTime);
    else if (end.status !== "queued") {
      this.#counter.ended(end.outcome === undefined ? "lost" : "failed", run.startTime);
    }
    this.#held.delete(job.job);
    if (this.#wantsMore) void this.#pump();
  }

  /** Shows that the worker lives, and ends what was withdrawn or given to another worker. */
  async #beat(): Promise<void> {
    const { database, used } = this.#workshop;
    for (const [job, expires] of used) if (expires < database.now()) used.delete(job);
    const runs = [...this.#held.values()];
    if (runs.length === 0) return;
    try {
      const jobs = runs.map(({ job: { job: id, retryCount } }) => ({ id, retryCount }));
      const { settled = [] } = await (await database.boss()).touch(this.#options.toolset, jobs);
      for (const run of runs) if (!settled.includes(run.job.job)) run.end("withdrawn");
    } catch (error) {
      database.warn("The sign of life", error);
    }
  }

  /** Deletes what is older than the policy keeps, and ends executions that nobody is left to end. */
  async #prune(): Promise<void> {
    const { own } = this.#database.schemas;
    const { retentionDays = 30 } = this.#options;
    try {
      for (const table of ["execution where finished_at", "audit where at", "approval where expires_at"]) {
        const text = `delete from ${own}.${table} < now() - make_interval(days => $1::int)`;
        await this.#database.query({ text, values: [retentionDays] });
      }
      await this.#database.query({
        text: `update ${own}.execution set finished_at = clock_timestamp(), reason = 'its time was up long ago',
            status = case when status = 'queued' then 'timedOut' else 'unknown' end
          where finished_at is null and expires_at < now() - interval '1 hour'`,
      });
    } catch (error) {
      this.#database.warn("Pruning the journal", error);
    }
  }
}
