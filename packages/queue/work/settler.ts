import { backoff } from "../database/is-outage.js";
import type { QueueDatabase } from "../database/queue-database.js";

/** How a run ended, as it is written down. */
export interface Settlement {
  readonly execution: string;
  readonly job: string;
  readonly status: "completed" | "failed" | "denied" | "timedOut" | "unknown";
  readonly outcome?: string;
  readonly reason?: string;
}

interface Waiting {
  readonly settlement: Settlement;
  /** Whether it was written: not when the execution had ended otherwise. */
  readonly written: (isWritten: boolean) => void;
}

/** Jobs that one notification names. */
const maxNamed = 200;

/** Writes how runs ended, those that end together at once, and notifies their submitters. */
export class Settler {
  readonly #database: QueueDatabase;
  readonly #worker: string;
  #line: Waiting[] = [];
  #isWriting = false;
  #isClosed = false;

  constructor(database: QueueDatabase, worker: string) {
    this.#database = database;
    this.#worker = worker;
  }

  /** Resolves when the end of a run is written, however long the database is away. */
  settle(settlement: Settlement): Promise<boolean> {
    return new Promise((written) => {
      this.#line.push({ settlement, written });
      if (!this.#isWriting) void this.#writeAll();
    });
  }

  /** Gives up what cannot be written. */
  close(): void {
    this.#isClosed = true;
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    let failures = 0;
    while (this.#line.length > 0) {
      const batch = this.#line.slice(0, maxNamed);
      try {
        const written = await this.#write(batch.map(({ settlement }) => settlement));
        this.#line = this.#line.slice(batch.length);
        for (const waiting of batch) waiting.written(written.has(waiting.settlement.job));
        failures = 0;
      } catch (error) {
        this.#database.warn("Writing results", error);
        if (this.#isClosed) {
          for (const waiting of this.#line.splice(0)) waiting.written(false);
          break;
        }
        await new Promise((resolve) => {
          setTimeout(resolve, backoff(failures++));
        });
      }
    }
    this.#isWriting = false;
  }

  async #write(batch: readonly Settlement[]): Promise<ReadonlySet<string>> {
    const { own, boss } = this.#database.schemas;
    const rows = await this.#database.query<{ readonly job: string; readonly submitter: string }>({
      name: `settle ${own}`,
      // The parameters of a completed call are not needed any more; those of others are, to run them again.
      text: `with input as (
          select * from unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::text[]) as i (id, job, status, outcome, reason)
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
