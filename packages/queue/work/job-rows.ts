import { setTimeout as pause } from "node:timers/promises";
import { backoff } from "../database/outage.js";
import type { QueueDatabase } from "../database/queue-database.js";
import type { JobRef } from "../decision/decision.js";
import type { RunEnd, RunRef } from "../decision/outcome.js";

/** A fetched job with its signed decision and its submitter. */
export interface FetchedJob extends JobRef {
  readonly retryCount: number;
  readonly decision: string | null;
  readonly submitter: string;
}

/** The maximum bytes in a notification after the job id. */
export const maxPayload = 7_900;

/** Fetches jobs and writes their outcomes. */
export class JobRows {
  readonly #database: QueueDatabase;
  readonly #queue: string;
  readonly #worker: string;
  /** Outcomes to write, each with a callback. */
  #settlements: { readonly end: RunEnd & RunRef; readonly written: () => void }[] = [];
  #isWriting = false;
  #isClosed = false;

  constructor(database: QueueDatabase, queue: string, worker: string) {
    this.#database = database;
    this.#queue = queue;
    this.#worker = worker;
  }

  /**
   * Fetches the next jobs as pg-boss does and marks their executions as running, in one statement. An execution runs
   * once, or again if it is idempotent and its worker was lost. A job without a matching execution, such as a copied job, is ended.
   */
  async fetch(count: number): Promise<readonly FetchedJob[]> {
    const { own, boss } = this.#database.schemas;
    const rows = await this.#database.query<FetchedJob & { readonly execution: string | null }>({
      name: `fetch ${own}`,
      text: `with next as (
          select id, data->>'execution' as execution from ${boss}.job
          where name = $1 and state < 'active' and not blocked and start_after <= now()
          order by priority desc, created_on limit $2 for update skip locked
        ), begun as (
          update ${own}.execution e set status = 'running', worker = $3, started_at = clock_timestamp()
          from next n where e.id = n.execution and e.job = n.id and e.finished_at is null
            and (e.status = 'queued' or e.idempotent)
          returning e.id, e.job, e.decision, e.submitter
        )
        update ${boss}.job j set started_on = now(), heartbeat_on = now(),
          state = (case when b.job is null then 'completed' else 'active' end)::${boss}.job_state,
          completed_on = case when b.job is null then now() end,
          retry_count = case when started_on is not null then retry_count + 1 else retry_count end
        from next n left join begun b on b.job = n.id where j.name = $1 and j.id = n.id
        returning j.id as job, j.name as queue, retry_count as "retryCount", b.id as execution, decision, submitter`,
      values: [this.#queue, count, this.#worker],
    });
    return rows.filter(({ job, execution }) => {
      if (execution === null)
        this.#database.logger?.warn(`Rejected job ${job}: it has no matching execution.`);
      return execution !== null;
    });
  }

  settle(end: RunEnd & RunRef): Promise<void> {
    return new Promise((written) => {
      this.#settlements.push({ end, written });
      if (!this.#isWriting) void this.#writeAll();
    });
  }

  /** Drops outcomes that could not be written. */
  close(): void {
    this.#isClosed = true;
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    for (let failures = 0; this.#settlements.length > 0 && !this.#isClosed;) {
      const batch = this.#settlements.slice(0, 200);
      try {
        await this.#write(batch.map(({ end }) => end));
        for (const { written } of batch) written();
        this.#settlements = this.#settlements.slice(batch.length);
        failures = 0;
      } catch (error) {
        this.#database.warn("Writing results", error);
        await pause(backoff(failures++));
      }
    }
    this.#isWriting = false;
  }

  /** Writes the outcomes of runs and notifies their submitters. Notifications include short outcomes. */
  async #write(ends: readonly (RunEnd & RunRef)[]): Promise<void> {
    const { own, boss } = this.#database.schemas;
    const rows = await this.#database.query<{ readonly job: string; readonly submitter: string }>({
      name: `settle ${own}`,
      // A completed call no longer needs its parameters; other calls need them for a retry.
      text: `with ended as (
          update ${own}.execution e set status = i.status, outcome = i.outcome, reason = i.reason,
            finished_at = case when i.status <> 'queued' then clock_timestamp() end,
            worker = case when i.status <> 'queued' then worker end,
            started_at = case when i.status <> 'queued' then started_at end,
            decision = case when i.status <> 'completed' then decision end
          from json_to_recordset($1::json) as i (execution text, job uuid, status text, outcome text, reason text)
          where e.id = i.execution and e.job = i.job and e.worker = $2 and e.finished_at is null
          returning e.job, e.queue, e.submitter, e.status
        ), jobs as (
          update ${boss}.job j set state = (case status when 'queued' then 'created' else 'completed' end)::${boss}.job_state,
            completed_on = case when status <> 'queued' then now() end,
            started_on = case when status <> 'queued' then started_on end,
            start_after = case status when 'queued' then now() + interval '500 milliseconds' else start_after end
          from ended where j.name = ended.queue and j.id = ended.job and j.state = 'active'
        )
        select job, submitter from ended`,
      values: [JSON.stringify(ends), this.#worker],
    });
    const submitters = new Map(rows.map(({ job, submitter }) => [job, submitter]));
    const notifications = ends.flatMap(({ job, status, outcome = "" }) => {
      const submitter = submitters.get(job);
      if (submitter === undefined || status === "queued") return [];
      const short = Buffer.byteLength(outcome) > maxPayload ? "" : outcome;
      return [[`tk_s_${submitter}`, `d${job}${short}`] as const];
    });
    void this.#database.notify(...notifications);
  }
}
