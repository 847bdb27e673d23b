import { randomUUID } from "node:crypto";
import type { AuditRecord } from "@toolkiln/runtime";
import { QueueDatabase, type QueueConnection } from "../database/queue-database.js";
import { openDecision, signDecision } from "../decision/decision.js";
import { findExecution, type QueuedExecution } from "./find-execution.js";
import { readStatus, type QueueStatus } from "./read-status.js";

/** Opens the journal of a queue, for operators and their tools. */
export async function openJournal(connection: QueueConnection): Promise<QueueJournal> {
  return new QueueJournal(await QueueDatabase.open(connection, 2));
}

/** A line of the audit trail: what the executor recorded, or what happened to an approval in its store. */
export type JournalRecord =
  | AuditRecord
  | { readonly type: "requested" | "taken"; readonly approval: string; readonly at: number };

/** What became of asking for an execution to run again. */
export type RetryVerdict = "queued" | "notFound" | "notEnded" | "notIdempotent" | "notKept";

/** What was asked, decided and run, and what it came to. */
export class QueueJournal {
  readonly #database: QueueDatabase;

  constructor(database: QueueDatabase) {
    this.#database = database;
  }

  /** The toolsets with the calls that wait and run, and what ended in the last hour. */
  status(): Promise<readonly QueueStatus[]> {
    return readStatus(this.#database);
  }

  find(executionId: string): Promise<QueuedExecution | undefined> {
    return findExecution(this.#database, executionId);
  }

  /** The audit trail of an execution, oldest first. */
  async history(executionId: string): Promise<readonly JournalRecord[]> {
    const { own } = this.#database.schemas;
    const rows = await this.#database.query<{ readonly record: string; readonly at: Date }>({
      text: `select at, record from ${own}.audit where execution = $1
        union all select queued_at, asked from ${own}.execution where id = $1 and asked is not null order by at`,
      values: [executionId],
    });
    return rows.map(({ record, at }) => ({ ...(JSON.parse(record) as JournalRecord), at: at.getTime() }));
  }

  /** Ends an execution that waits or runs; false when there is none. */
  async cancel(executionId: string): Promise<boolean> {
    const { own, boss } = this.#database.schemas;
    const [row] = await this.#database.query<{ job: string; queue: string; submitter: string }>({
      text: `with ended as (
          update ${own}.execution set status = 'cancelled', reason = 'by an operator', finished_at = clock_timestamp()
          where id = $1 and finished_at is null returning job, queue, submitter
        ), jobs as (
          update ${boss}.job j set state = 'cancelled', completed_on = now()
          from ended where j.name = ended.queue and j.id = ended.job and j.state < 'completed'
        )
        select * from ended`,
      values: [executionId],
    });
    if (row === undefined) return false;
    await this.#database.notify(this.#database.workersChannel(row.queue), `c${row.job}`);
    await this.#database.notify(`tk_s_${row.submitter}`, `d[["${row.job}"]]`);
    return true;
  }

  /**
   * Queues an execution again that failed, was lost or cancelled, with a new decision of the same content. One that is
   * not idempotent may have run already: it takes `force`.
   */
  async retry(
    executionId: string,
    { force = false }: { readonly force?: boolean } = {},
  ): Promise<RetryVerdict> {
    const { own, boss } = this.#database.schemas;
    return this.#database.transact(async (client) => {
      const found = await client.query<RetriedRow>(
        `select queue, decision, idempotent, status, finished_at is not null as ended from ${own}.execution
          where id = $1 for update`,
        [executionId],
      );
      const [row] = found.rows;
      if (row === undefined) return "notFound";
      if (!row.ended) return "notEnded";
      const old = openDecision(row.decision, this.#database);
      if (old === undefined) return "notKept";
      if (!old.idempotent && !force) return "notIdempotent";
      const job = randomUUID();
      const issued = this.#database.now();
      const decision = { ...old, job, issued, expires: issued + (old.expires - old.issued) };
      await client.query(
        `update ${own}.execution set job = $2, decision = $3, status = 'queued', queued_at = clock_timestamp(),
          expires_at = to_timestamp($4), started_at = null, finished_at = null, outcome = null, reason = null,
          worker = null, attempt = attempt + 1 where id = $1`,
        [executionId, job, signDecision(decision, this.#database), decision.expires / 1000],
      );
      await client.query(
        `insert into ${boss}.job (id, name, data, policy, retry_limit, deletion_seconds, heartbeat_seconds)
          values ($1, $2, jsonb_build_object('execution', $3::text), 'standard', 0, 300, 20)`,
        [job, row.queue, executionId],
      );
      void this.#database.notify(this.#database.workersChannel(row.queue), "w");
      return "queued";
    });
  }

  /** Lets a toolset take no more calls, or take calls again. */
  async setOpen(toolset: string, isOpen: boolean): Promise<void> {
    const table = `${this.#database.schemas.own}.closed_queue`;
    const text = isOpen
      ? `delete from ${table} where queue = $1`
      : `insert into ${table} (queue) values ($1) on conflict do nothing`;
    await this.#database.query({ text, values: [toolset] });
  }

  /** Disconnects. */
  close(): Promise<void> {
    return this.#database.close();
  }
}

interface RetriedRow {
  readonly queue: string;
  readonly decision: string | null;
  readonly ended: boolean;
}
