import { randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import type { Server } from "node:http";
import { hostname } from "node:os";
import { ToolExecutor, type ToolRegistry } from "@toolkiln/runtime";
import { backoff } from "../database/is-outage.js";
import { Listener } from "../database/listener.js";
import type { BossJob } from "../database/pg-boss.js";
import type { QueueDatabase } from "../database/queue-database.js";
import type { QueueSigner } from "../decision/queue-signer.js";
import { pruneJournal } from "../journal/prune-journal.js";
import { QueueCounter, type QueueCounts } from "../journal/queue-counter.js";
import { CallRun, type HeldJob, type Workshop } from "./call-run.js";
import { serveHealth } from "./health-server.js";
import { JobRows } from "./job-rows.js";
import { NestedBackend } from "./nested-backend.js";
import { ResourceLeases } from "./resource-leases.js";
import { Settler } from "./settler.js";
import type { WorkerOptions } from "./worker-options.js";

/** Milliseconds between two signs of life, and between two looks for jobs that nobody announced. */
const beatInterval = 3_000;
const pollInterval = 2_000;
const pruneInterval = 3_600_000;

/** What a worker reports. */
export interface QueueWorkerEvents {
  /** At most once a second while calls end. */
  counts: [QueueCounts];
}

/** How a worker ends. */
export interface StopOptions {
  /** Milliseconds that running calls get to finish. @default 30,000 */
  readonly gracePeriod?: number;
}

/** The options of a worker with those defaults that it needs. */
export type ResolvedWorkerOptions = WorkerOptions & Required<Pick<WorkerOptions, "concurrency" | "toolset">>;

/** Fetches calls as it has room for them, runs them and writes down how they ended. */
export class QueueWorker extends EventEmitter<QueueWorkerEvents> {
  /** Names the worker in the journal. */
  readonly id: string = `${hostname()}-${process.pid}-${randomBytes(3).toString("hex")}`;
  readonly #options: ResolvedWorkerOptions;
  readonly #workshop: Workshop;
  readonly #settler: Settler;
  readonly #rows: JobRows;
  readonly #listener: Listener;
  readonly #counter = new QueueCounter(() => this.emit("counts", this.counts));
  /** The jobs that it fetched and has not settled yet. */
  readonly #held = new Map<string, { readonly job: BossJob; readonly run: CallRun | undefined }>();
  readonly #timers: NodeJS.Timeout[] = [];
  #health: Server | undefined;
  #wantsMore = false;
  #isPumping = false;
  #failures = 0;
  #isStopping = false;

  constructor(
    registry: ToolRegistry,
    database: QueueDatabase,
    signer: QueueSigner,
    options: ResolvedWorkerOptions,
  ) {
    super();
    const { nested, maxResultBytes = 10 * 1024 * 1024, concurrency, toolset } = options;
    const leases = new ResourceLeases(database, concurrency);
    const executor = new ToolExecutor(registry, { ...nested, backend: new NestedBackend(leases) });
    this.#options = options;
    this.#workshop = {
      database,
      signer,
      registry,
      leases,
      executor,
      options: { ...options, maxResultBytes },
      used: new Map(),
    };
    this.#settler = new Settler(database, this.id);
    this.#rows = new JobRows(database, toolset, this.id);
    this.#listener = new Listener(database.clientConfig, [database.workersChannel(toolset)], {
      notified: (_, payload) => this.#notified(payload),
      connected: () => this.#pump(),
      failed: (error) => database.warn("Listening", error),
    });
  }

  /** Calls of this worker by their state, since it started. */
  get counts(): QueueCounts {
    return { ...this.#counter.counts, queued: 0, running: this.#held.size };
  }

  /** Whether it hears of new calls at the moment; without, it looks for them every two seconds. */
  get isConnected(): boolean {
    return this.#listener.isConnected;
  }

  async start(): Promise<void> {
    const { health, retentionDays = 30, supervise = true } = this.#options;
    const { database } = this.#workshop;
    await this.#listener.connect();
    this.#every(pollInterval, () => this.#pump());
    this.#every(beatInterval, () => void this.#beat());
    if (supervise) {
      this.#every(pruneInterval, () => {
        pruneJournal(database, retentionDays).catch((error: unknown) =>
          database.warn("Pruning the journal", error),
        );
      });
    }
    if (health !== undefined) this.#health = await serveHealth(this, health);
    this.#pump();
  }

  /** Fetches no more, lets running calls finish and disconnects; what does not finish in time has an unknown outcome. */
  async stop({ gracePeriod = 30_000 }: StopOptions = {}): Promise<void> {
    if (this.#isStopping) return;
    this.#isStopping = true;
    const deadline = Date.now() + gracePeriod;
    while (this.#held.size > 0 && Date.now() < deadline) await pause(10);
    for (const { run } of this.#held.values()) run?.end("shutDown", "The worker is shutting down.");
    // What was ended has to be written; a database that is away is not waited for.
    for (const end = Date.now() + 2_000; this.#held.size > 0 && Date.now() < end;) await pause(10);
    this.#settler.close();
    for (const timer of this.#timers) clearInterval(timer);
    this.#counter.close();
    this.#health?.close();
    const { executor, leases, database } = this.#workshop;
    await executor.dispose();
    await this.#listener.close();
    await leases.close();
    await database.close();
  }

  #every(milliseconds: number, work: () => void): void {
    this.#timers.push(setInterval(work, milliseconds));
  }

  /** `w` announces work, `c` withdraws a job. */
  #notified(payload: string): void {
    if (payload[0] === "c")
      this.#held.get(payload.slice(1))?.run?.end("withdrawn", "The call was cancelled.");
    else this.#pump();
  }

  /** Fetches as long as there is room and something to fetch. */
  #pump(): void {
    this.#wantsMore = true;
    if (this.#isPumping || this.#isStopping) return;
    this.#isPumping = true;
    this.#fetchAll()
      .catch(async (error: unknown) => {
        this.#workshop.database.warn("Fetching calls", error);
        await pause(backoff(this.#failures++));
        this.#wantsMore = !this.#isStopping;
      })
      .finally(() => {
        this.#isPumping = false;
        if (this.#wantsMore && this.#hasRoom()) this.#pump();
      });
  }

  #hasRoom(): boolean {
    return !this.#isStopping && this.#held.size < this.#options.concurrency;
  }

  async #fetchAll(): Promise<void> {
    const { database } = this.#workshop;
    const { toolset, concurrency } = this.#options;
    while (this.#wantsMore && this.#hasRoom()) {
      this.#wantsMore = false;
      const jobs = await database.boss.fetch(toolset, { batchSize: concurrency - this.#held.size });
      this.#failures = 0;
      if (jobs.length > 0) await this.#begin(jobs);
    }
  }

  /** Marks jobs as begun, so that nobody begins them again, and runs them. */
  async #begin(jobs: readonly BossJob[]): Promise<void> {
    for (const job of jobs) this.#held.set(job.id, { job, run: undefined });
    const begun = await this.#untilDone(() => this.#rows.begin(jobs));
    for (const job of jobs) {
      const found = begun?.get(job.id);
      void (found === undefined ? this.#discard(job) : this.#run(job, found));
    }
  }

  async #run(job: BossJob, found: HeldJob): Promise<void> {
    const run = new CallRun(found, this.#workshop);
    this.#held.set(job.id, { job, run });
    const end = await run.run();
    if (end === "busy") await this.#untilDone(() => this.#rows.putBack(found));
    else {
      const isWritten = await this.#settler.settle(end);
      const outcome =
        end.status === "completed" ? "returned" : isWritten && end.outcome ? "threw" : "unknown";
      this.#counter.ended(outcome, performance.now() - run.startTime);
    }
    this.#letGo(job);
  }

  /** Lets go of a job that carries no execution that waits: one that was copied, or that is begun already. */
  async #discard(job: BossJob): Promise<void> {
    this.#workshop.database.logger?.warn(`Refused the job ${job.id}: no execution waits for it.`);
    await this.#untilDone(() => this.#rows.discard(job));
    this.#letGo(job);
  }

  #letGo(job: BossJob): void {
    this.#held.delete(job.id);
    this.#pump();
  }

  /** Tries again while the database is away; undefined when the worker stops meanwhile. */
  async #untilDone<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
    for (let failures = 0; ; failures++) {
      try {
        return await work();
      } catch (error) {
        this.#workshop.database.warn("Writing the state of calls", error);
        if (this.#isStopping) return undefined;
        await pause(backoff(failures));
      }
    }
  }

  /** Shows that the worker lives, and ends what was withdrawn or given to another worker. */
  async #beat(): Promise<void> {
    const { database, used } = this.#workshop;
    for (const [job, expires] of used) if (expires < database.now()) used.delete(job);
    const held = [...this.#held.values()];
    if (held.length === 0) return;
    try {
      const jobs = held.map(({ job: { id, retryCount } }) => ({ id, retryCount }));
      const { settled = [] } = await database.boss.touch(this.#options.toolset, jobs);
      const alive = new Set(settled);
      for (const { job, run } of held)
        if (!alive.has(job.id)) run?.end("withdrawn", "The call was taken back.");
    } catch (error) {
      database.warn("The sign of life", error);
    }
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
