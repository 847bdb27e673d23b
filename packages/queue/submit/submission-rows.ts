import type { AuditRecord } from "@toolkiln/runtime";
import type { Schemas } from "../database/migrate.js";
import type { QueueDatabase } from "../database/queue-database.js";
import { decide, signDecision } from "../decision/decision.js";
import type { QueueBackendOptions } from "./queue-backend-options.js";
import type { Submission } from "./submission.js";

interface SubmittedRow {
  readonly job: string;
  /** `known`: the same call was submitted before; `other`: another call has its id; `again`: it is to be written again. */
  readonly verdict: "taken" | "known" | "other" | "closed" | "full" | "again";
  /** The job of the call that has its id. */
  readonly known_job: string | null;
  /** The turn of a job that was inserted. */
  readonly turn: string | null;
}

type Submitted = readonly (readonly [Submission, SubmittedRow])[];

/** Audit records that are kept while the database is away, and tenants whose last turns are remembered. */
const maxKept = 10_000;

/** What a submitter writes into the tables: calls and audit records. */
export class SubmissionRows {
  readonly #database: QueueDatabase;
  readonly #submitter: string;
  readonly #options: QueueBackendOptions;
  readonly #turns = new Map<string, string>();
  /** Audited decisions that let a call run, by execution: they are written in the statement that submits the call. */
  readonly #decisions = new Map<string, string>();
  /** Audit records that wait to be written by themselves. */
  records: readonly AuditRecord[] = [];

  constructor(database: QueueDatabase, submitter: string, options: QueueBackendOptions) {
    this.#database = database;
    this.#submitter = submitter;
    this.#options = options;
  }

  addRecord(record: AuditRecord): void {
    if (record.type === "decision" && /^(?:allowed|approved|edited)$/.test(record.decision)) {
      this.#decisions.set(record.executionId, JSON.stringify(record));
      return;
    }
    this.#decisions.delete(record.executionId);
    this.records = [...this.records, record].slice(-maxKept);
  }

  async writeRecords(): Promise<void> {
    const records = this.records.slice(0, 500);
    if (records.length === 0) return;
    await this.#database.query({
      text: `insert into ${this.#database.schemas.own}.audit (execution, at, record)
        select execution, to_timestamp(at), record
        from unnest($1::text[], $2::float8[], $3::text[]) as r (execution, at, record)`,
      values: [
        records.map(({ executionId }) => executionId.replaceAll("\0", "")),
        records.map(({ at }) => at / 1000),
        records.map((record) => JSON.stringify(record)),
      ],
    });
    this.records = this.records.filter((record) => !records.includes(record));
  }

  /** Writes calls of one queue; `awaited` calls were submitted before and have not ended. */
  async submit(queue: string, batch: readonly Submission[], awaited: number): Promise<Submitted> {
    const { maxQueueLength = 10_000, heartbeatSeconds = 20, lostRetries = 2 } = this.#options;
    await this.#database.ensureQueue(queue);
    const calls = JSON.stringify(batch.map((submission) => this.#columnsOf(submission)));
    for (const submission of batch) submission.isSent = true;
    // Counting costs time: it is left out while the calls of this process alone cannot fill the queue.
    const room = awaited + batch.length > maxQueueLength ? maxQueueLength : null;
    const rows = await this.#database.query<SubmittedRow>({
      name: `submit ${this.#database.schemas.own}`,
      text: submitText(this.#database.schemas),
      values: [queue, this.#submitter, room, heartbeatSeconds, lostRetries, calls],
    });
    void this.#database.notify([this.#database.workersChannel(queue), "w"]);
    if (this.#turns.size > maxKept) this.#turns.clear();
    return batch.flatMap((submission) => {
      const row = rows.find(({ job }) => job === submission.job);
      if (row === undefined) return [];
      if (row.turn !== null) this.#turns.set(submission.turnKey, row.turn);
      return [[submission, row] as const];
    });
  }

  #columnsOf(submission: Submission): object {
    const { call, job, queue, tenant, attempt, priority, turnKey } = submission;
    const decision = decide(call, job, queue, this.#database);
    const {
      execution: id,
      tool,
      parameters,
      modifiedParameters,
      scope,
      risk,
      approval,
      idempotent,
    } = decision;
    const { sessionId: session, workspacePath } = scope;
    const identity = JSON.stringify([tool, parameters, modifiedParameters, session, workspacePath]);
    const place = { id, job, tool, tenant, session, risk, approval, idempotent, attempt, priority };
    return {
      ...place,
      call: this.#database.signer.digest("call", identity),
      decision: signDecision(decision, this.#database),
      asked: this.#decisions.get(id),
      expires: decision.expires / 1000,
      last_turn: this.#turns.get(turnKey),
    };
  }
}

/**
 * Writes executions, their decisions and their jobs in one statement, so that all exist or none. Its values are the
 * queue, the submitter, how many calls may wait (null where that need not be counted), the seconds of a heartbeat, how
 * often lost calls run again, and the calls as JSON.
 *
 * pg-boss fetches by priority and then by `created_on`, which therefore holds the turn of a call in fair order: one
 * that its tenant has nothing before goes to the front, each further one behind the tenant's last. The front is the
 * turn of whoever is next, so that a tenant that was idle has no advantage.
 */
function submitText({ own, boss }: Schemas): string {
  return `
    with input as (
      select row_number() over () as number, to_timestamp(expires) as expires_at, *
      from json_to_recordset($6::json) as i (id text, job uuid, tool text, tenant text, session text, risk text,
        approval text, idempotent bool, call text, decision text, asked text, attempt int, priority int, expires float8,
        last_turn timestamptz)
    ), door as (
      select exists (select from ${own}.closed_queue where queue = $1) as is_closed, (
        select count(*) from (select from ${boss}.job where name = $1 and state < 'active' limit $3::int) w
        where $3::int is not null
      ) as waiting
    ), taken as (
      insert into ${own}.execution (id, job, queue, tool, tenant, session, risk, approval, idempotent, call, submitter,
        decision, asked, attempt, expires_at)
      select id, job, $1, tool, tenant, session, risk, approval, idempotent, call, $2, decision, asked, attempt, expires_at
      from input, door where not is_closed and ($3::int is null or waiting + number <= $3::int)
      on conflict (id) do update set job = excluded.job, decision = excluded.decision, attempt = excluded.attempt,
        submitter = excluded.submitter, expires_at = excluded.expires_at, status = 'queued',
        queued_at = clock_timestamp(), started_at = null, finished_at = null, outcome = null, reason = null, worker = null
      where execution.idempotent and execution.finished_at is not null and excluded.attempt > execution.attempt
        and execution.call = excluded.call
      returning job
    ), fronts as (
      select priority, coalesce((
        select created_on from ${boss}.job j where name = $1 and state < 'active' and not blocked
          and j.priority = p.priority and start_after <= now() order by created_on limit 1
      ), now()) as front from (select distinct priority from input) p
    ), jobs as (
      insert into ${boss}.job (id, name, data, priority, created_on, policy, retry_limit, expire_seconds,
        deletion_seconds, keep_until, heartbeat_seconds)
      select i.job, $1, jsonb_build_object('execution', i.id), i.priority, greatest(front, last_turn)
          + row_number() over (partition by i.tenant, i.priority order by number) * interval '1 microsecond',
        'standard', case when idempotent then $5::int else 0 end,
        least(86400, ceil(extract(epoch from expires_at - now())) + 30), 300, expires_at + interval '1 day', $4::int
      from input i join taken using (job) join fronts using (priority)
      on conflict do nothing
      returning id, created_on
    )
    select i.job, j.created_on::text as turn, e.job as known_job, case
        -- A statement whose answer was lost has done its work all the same.
        when j.id is not null or e.job = i.job then 'taken'
        when is_closed then 'closed'
        when waiting + number > $3::int then 'full'
        when e.job is null then 'again'
        when e.call = i.call then 'known'
        else 'other'
      end as verdict
    from input i cross join door left join jobs j on j.id = i.job
      left join ${own}.execution e on e.id = i.id and j.id is null`;
}
