import { isRecord } from "@toolkiln/runtime/json";
import type { BossJob } from "../database/pg-boss.js";
import type { QueueDatabase } from "../database/queue-database.js";
import type { FoundJob } from "../decision/decision.js";
import type { RunPlace } from "../decision/outcome.js";

/** A job that was fetched, with who waits for it. */
export interface HeldJob extends FoundJob {
  readonly submitter: string;
}

/** How a run ended, as it is written down. */
export interface Settlement extends RunPlace {
  readonly status: "completed" | "failed" | "denied" | "timedOut" | "unknown";
  readonly outcome?: string;
  readonly reason?: string;
}

/** Milliseconds that a call waits whose resources are taken. */
const busyDelay = 500;

/** What a worker writes into the rows of the jobs that it holds. */
export class JobRows {
  readonly #database: QueueDatabase;
  readonly #queue: string;
  readonly #worker: string;

  constructor(database: QueueDatabase, queue: string, worker: string) {
    this.#database = database;
    this.#queue = queue;
    this.#worker = worker;
  }

  /**
   * Marks executions as running and returns them by their jobs. An execution runs once; an idempotent one whose worker
   * was lost, again. The same worker may ask twice, because the answer to its first question can be lost.
   */
  async begin(jobs: readonly BossJob[]): Promise<ReadonlyMap<string, HeldJob>> {
    const { own } = this.#database.schemas;
    const rows = await this.#database.query<Omit<HeldJob, "queue">>({
      name: `begin ${own}`,
      text: `update ${own}.execution e set status = 'running', worker = $3, started_at = clock_timestamp()
        from unnest($1::text[], $2::uuid[]) as i (id, job)
        where e.id = i.id and e.job = i.job and e.finished_at is null
          and (e.status = 'queued' or e.worker = $3 or e.idempotent)
        returning e.id as execution, e.job, e.decision, e.submitter`,
      values: [jobs.map(executionOf), jobs.map(({ id }) => id), this.#worker],
    });
    return new Map(rows.map((row) => [row.job, { ...row, queue: this.#queue }]));
  }

  /** Returns a call to the queue whose tool did not run. */
  async putBack({ execution, job }: HeldJob): Promise<void> {
    const { own, boss } = this.#database.schemas;
    await this.#database.query({
      text: `with back as (
          update ${own}.execution set status = 'queued', worker = null, started_at = null
          where id = $1 and job = $2 and worker = $3 and finished_at is null returning job
        )
        update ${boss}.job j set state = 'created', started_on = null, heartbeat_on = null,
          start_after = now() + interval '${busyDelay} milliseconds'
        from back where j.name = $4 and j.id = back.job and j.state = 'active'`,
      values: [execution, job, this.#worker, this.#queue],
    });
  }

  /** Takes a job away that stands for no execution that waits. */
  async discard({ id }: BossJob): Promise<void> {
    await this.#database.query({
      text: `update ${this.#database.schemas.boss}.job set state = 'completed', completed_on = now()
        where name = $1 and id = $2 and state = 'active'`,
      values: [this.#queue, id],
    });
  }

  /** Writes how runs ended and notifies their submitters; returns the jobs whose executions had not ended otherwise. */
  async settle(batch: readonly Settlement[]): Promise<ReadonlySet<string>> {
    const { own, boss } = this.#database.schemas;
    const rows = await this.#database.query<Pick<HeldJob, "job" | "submitter">>({
      name: `settle ${own}`,
      // The parameters of a completed call are not needed any more; those of others are, to run them again.
      text: `with input as (
          select * from unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::text[])
            as i (id, job, status, outcome, reason)
        ), ended as (
          update ${own}.execution e set status = i.status, outcome = i.outcome, reason = i.reason,
            finished_at = clock_timestamp(), decision = case when i.status = 'completed' then null else decision end
          from input i where e.id = i.id and e.job = i.job and e.worker = $6 and e.finished_at is null
          returning e.job, e.queue, e.submitter
        ), jobs as (
          update ${boss}.job j set state = 'completed', completed_on = now()
          from ended where j.name = ended.queue and j.id = ended.job and j.state = 'active'
        )
        select job, submitter from ended`,
      values: [
        batch.map(({ execution }) => execution),
        batch.map(({ job }) => job),
        batch.map(({ status }) => status),
        batch.map(({ outcome }) => outcome ?? null),
        batch.map(({ reason }) => reason ?? null),
        this.#worker,
      ],
    });
    for (const submitter of new Set(rows.map((row) => row.submitter))) {
      const jobs = rows.filter((row) => row.submitter === submitter).map(({ job }) => job);
      void this.#database.notify(`tk_s_${submitter}`, `d${jobs.join(",")}`);
    }
    return new Set(rows.map(({ job }) => job));
  }
}

function executionOf({ data }: BossJob): string {
  const execution = isRecord(data) ? data["execution"] : undefined;
  return typeof execution === "string" ? execution : "";
}
