import type { JobAttempt } from "../database/pg-boss.js";
import type { QueueDatabase } from "../database/queue-database.js";
import type { FoundJob } from "../decision/decision.js";
import type { RunPlace } from "../decision/outcome.js";

/** A job that was fetched, with who waits for it. */
export interface HeldJob extends FoundJob {
  readonly submitter: string;
}

/** A job that was fetched; without `found` it stands for no execution that waits. */
export interface FetchedJob extends JobAttempt {
  readonly found?: HeldJob;
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
   * Fetches the next jobs as pg-boss does and marks their executions as running, in one transaction. An execution runs
   * once; an idempotent one whose worker was lost, again. A job that stands for no execution that waits has no `found`.
   */
  async fetch(count: number): Promise<readonly FetchedJob[]> {
    const { own, boss } = this.#database.schemas;
    const rows = await this.#database.query<FetchedRow>({
      name: `fetch ${own}`,
      text: `with next as (
          select id from ${boss}.job where name = $1 and state < 'active' and not blocked and start_after <= now()
          order by priority desc, created_on limit $2 for update skip locked
        ), taken as (
          update ${boss}.job j set state = 'active', started_on = now(), heartbeat_on = now(),
            retry_count = case when started_on is not null then retry_count + 1 else retry_count end
          from next where j.name = $1 and j.id = next.id returning j.id, j.retry_count, j.data->>'execution' as execution
        ), begun as (
          update ${own}.execution e set status = 'running', worker = $3, started_at = clock_timestamp()
          from taken t where e.id = t.execution and e.job = t.id and e.finished_at is null
            and (e.status = 'queued' or e.idempotent)
          returning e.id, e.job, e.decision, e.submitter
        )
        select t.id, retry_count, b.id as execution, decision, submitter from taken t left join begun b on b.job = t.id`,
      values: [this.#queue, count, this.#worker],
    });
    return rows.map(({ id, retry_count: retryCount, execution, decision, submitter }) => {
      if (execution === null) return { id, retryCount };
      return { id, retryCount, found: { execution, job: id, queue: this.#queue, decision, submitter } };
    });
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
  async discard({ id }: JobAttempt): Promise<void> {
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
      text: `with ended as (
          update ${own}.execution e set status = i.status, outcome = i.outcome, reason = i.reason,
            finished_at = clock_timestamp(), decision = case when i.status = 'completed' then null else decision end
          from json_to_recordset($1::json) as i (execution text, job uuid, status text, outcome text, reason text)
          where e.id = i.execution and e.job = i.job and e.worker = $2 and e.finished_at is null
          returning e.job, e.queue, e.submitter
        ), jobs as (
          update ${boss}.job j set state = 'completed', completed_on = now()
          from ended where j.name = ended.queue and j.id = ended.job and j.state = 'active'
        )
        select job, submitter from ended`,
      values: [JSON.stringify(batch), this.#worker],
    });
    const outcomes = new Map(batch.map(({ job, outcome = "" }) => [job, outcome]));
    for (const submitter of new Set(rows.map((row) => row.submitter))) {
      const jobs = rows.filter((row) => row.submitter === submitter).map(({ job }) => job);
      for (const payload of endPayloads(jobs, outcomes))
        void this.#database.notify(`tk_s_${submitter}`, payload);
    }
    return new Set(rows.map(({ job }) => job));
  }
}

/** Bytes that a notification may carry. */
const maxPayload = 7_900;

/** The notifications that jobs have ended: with their outcomes where these are short, so that nobody has to look. */
function endPayloads(jobs: readonly string[], outcomes: ReadonlyMap<string, string>): string[] {
  const payloads: string[] = [];
  let text = "";
  for (const job of jobs) {
    const outcome = outcomes.get(job) ?? "";
    const entry = JSON.stringify(
      Buffer.byteLength(outcome) > 3_000 || outcome === "" ? [job] : [job, outcome],
    );
    if (Buffer.byteLength(text + entry) > maxPayload) {
      payloads.push(`d[${text}]`);
      text = "";
    }
    text += text === "" ? entry : `,${entry}`;
  }
  return [...payloads, `d[${text}]`];
}

interface FetchedRow {
  readonly id: string;
  readonly retry_count: number;
  readonly execution: string | null;
  readonly decision: string | null;
  readonly submitter: string;
}
