import { randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import type { Server } from "node:http";
import { hostname } from "node:os";
import { ToolExecutor, type ToolRegistry } from "@toolkiln/runtime";
import { Batches } from "../database/batches.js";
import { Listener } from "../database/listener.js";
import { backoff, pause } from "../database/outage.js";
import type { JobAttempt } from "../database/pg-boss.js";
import type { QueueDatabase } from "../database/queue-database.js";
import { pruneJournal } from "../journal/prune-journal.js";
import { QueueCounter, type QueueCounts } from "../journal/queue-counter.js";
import { CallRun, type Workshop } from "./call-run.js";
import { serveHealth } from "./health-server.js";
import { JobRows, type HeldJob, type Settlement } from "./job-rows.js";
import { NestedBackend } from "./nested-backend.js";
import { ResourceLeases } from "./resource-leases.js";
import type { ResolvedWorkerOptions, StopOptions } from "./worker-options.js";

/** Milliseconds between two signs of life, two looks for jobs that nobody announced, two clearings of the journal. */
const beatInterval = 3_000;
const pollInterval = 2_000;
const pruneInterval = 3_600_000;

/** Fetches calls as it has room for them, runs them and writes down how they ended. */
export class QueueWorker extends EventEmitter<{
  /** At most once a second while calls end. */
  counts: [QueueCounts];
}> {
  /** Names the worker in the journal. */
  readonly id: string = `${hostname()}-${process.pid}-${randomBytes(3).toString("hex")}`;
  readonly #options: ResolvedWorkerOptions;
  readonly #workshop: Workshop;
  readonly #rows: JobRows;
  readonly #settlements: Batches<{
    readonly end: Settlement;
    readonly written: (isWritten: boolean) => void;
  }>;
  readonly #listener: Listener;
  readonly #counter = new QueueCounter(() => this.emit("counts", this.counts));
  /** The jobs that it fetched and has not settled yet. */
  readonly #held = new Map<string, { readonly job: JobAttempt; readonly run?: CallRun }>();
  readonly #timers: NodeJS.Timeout[] = [];
  #health: Server | undefined;
  #wantsMore = false;
  #isPumping = false;
  #failures = 0;
  #isStopping = false;
  #isGone = false;

  constructor(registry: ToolRegistry, database: QueueDatabase, options: ResolvedWorkerOptions) {
    super();
    const { nested, concurrency, toolset } = options;
    const leases = new ResourceLeases(database, concurrency);
    const executor = new ToolExecutor(registry, { ...nested, backend: new NestedBackend(leases) });
    this.#options = options;
    this.#workshop = { database, registry, leases, executor, options, used: new Map() };
    this.#rows = new JobRows(database, toolset, this.id);
    this.#settlements = new Batches({
      // As many as one notification can name.
      max: 200,
      write: async (batch) => {
        const ended = await this.#rows.settle(batch.map(({ end }) => end));
        for (const { end, written } of batch) written(ended.has(end.job));
      },
      failed: (error) => {
        database.warn("Writing results", error);
        return !this.#isGone;
      },
    });
    this.#listener = new Listener(database, database.workersChannel(toolset), {
      notified: (payload) => this.#notified(payload),
      connected: () => this.#pump(),
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
    const prune = (): Promise<void> =>
      pruneJournal(database, retentionDays).catch((error: unknown) =>
        database.warn("Pruning the journal", error),
      );
    this.#timers.push(
      setInterval(() => this.#pump(), pollInterval),
      setInterval(() => void this.#beat(), beatInterval),
      ...(supervise ? [setInterval(() => void prune(), pruneInterval)] : []),
    );
    if (health !== undefined) this.#health = await serveHealth(this, health);
    this.#pump();
  }

  /** Fetches no more, lets running calls finish and disconnects; what does not finish in time has an unknown outcome. */
  async stop({ gracePeriod = 30_000 }: StopOptions = {}): Promise<void> {
    if (this.#isStopping) return;
    this.#isStopping = true;
    await this.#idle(gracePeriod);
    for (const { run } of this.#held.values()) run?.end("shutDown");
    // What was ended has to be written; a database that is away is not waited for long.
    await this.#idle(2_000);
    this.#isGone = true;
    for (const timer of this.#timers) clearInterval(timer);
    this.#health?.close();
    const { executor, leases, database } = this.#workshop;
    await executor.dispose();
    await this.#listener.close();
    await leases.close();
    await database.close();
  }

  /** Resolves when nothing is held, or when the time is up. */
  async #idle(milliseconds: number): Promise<void> {
    for (const end = Date.now() + milliseconds; this.#held.size > 0 && Date.now() < end;) await pause(10);
  }

  /** `w` announces work, `c` withdraws a job. */
  #notified(payload: string): void {
    if (payload.startsWith("c")) this.#held.get(payload.slice(1))?.run?.end("withdrawn");
    else this.#pump();
  }

  /** Fetches as long as there is room and something to fetch. */
  #pump(): void {
    this.#wantsMore = true;
    if (this.#isPumping || !this.#hasRoom()) return;
    this.#isPumping = true;
    this.#fetchAll()
      .catch(async (error: unknown) => {
        this.#workshop.database.warn("Fetching calls", error);
        await pause(backoff(this.#failures++));
        this.#wantsMore = true;
      })
      .finally(() => {
        this.#isPumping = false;
        if (this.#wantsMore) this.#pump();
      });
  }

  #hasRoom(): boolean {
    return !this.#isStopping && this.#held.size < this.#options.concurrency;
  }

  async #fetchAll(): Promise<void> {
    while (this.#wantsMore && this.#hasRoom()) {
      this.#wantsMore = false;
      const room = this.#options.concurrency - this.#held.size;
      const jobs = await this.#rows.fetch(room);
      this.#failures = 0;
      // One that came back short has emptied the queue; whatever is queued later is announced.
      if (jobs.length === room) this.#wantsMore = true;
      for (const job of jobs) {
        this.#held.set(job.id, { job });
        void (job.found === undefined ? this.#discard(job) : this.#run(job, job.found));
      }
    }
  }

  async #run(job: JobAttempt, found: HeldJob): Promise<void> {
    const run = new CallRun(found, this.#workshop);
    this.#held.set(job.id, { job, run });
    const end = await run.run();
    if (end === "busy") await this.#untilDone(() => this.#rows.putBack(found));
    else {
      // False when the execution had ended otherwise.
      const isWritten = await new Promise<boolean>((written) => {
        this.#settlements.add([{ end, written }]);
      });
      const outcome =
        end.status === "completed" ? "returned" : isWritten && end.outcome ? "threw" : "unknown";
      this.#counter.ended(outcome, run.startTime);
    }
    this.#letGo(job);
  }

  /** Lets go of a job that carries no execution that waits: one that was copied, or that is begun already. */
  async #discard(job: JobAttempt): Promise<void> {
    this.#workshop.database.logger?.warn(`Refused the job ${job.id}: no execution waits for it.`);
    await this.#untilDone(() => this.#rows.discard(job));
    this.#letGo(job);
  }

  #letGo(job: JobAttempt): void {
    this.#held.delete(job.id);
    if (this.#wantsMore) this.#pump();
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
      for (const { job, run } of held) if (!settled.includes(job.id)) run?.end("withdrawn");
    } catch (error) {
      database.warn("The sign of life", error);
    }
  }
}
