import type { AuditRecord } from "@toolkiln/runtime";
import type { Schemas } from "../database/migrate.js";
import type { QueueDatabase } from "../database/queue-database.js";
import { decide, signDecision } from "../decision/decision.js";
import type { QueueBackendOptions } from "./queue-backend-options.js";
import type { Submission } from "./submission.js";

interface SubmittedRow {
  readonly job: string;
  /** `duplicate`: the same call was submitted before; `conflict`: another call has this id; `retry`: write again. */
  readonly verdict: "accepted" | "duplicate" | "conflict" | "closed" | "full" | "retry";
  /** The job of the existing call with this id. */
  readonly known_job: string | null;
  /** The position of the inserted job in the queue. */
  readonly turn: string | null;
}

type Submitted = readonly (readonly [Submission, SubmittedRow])[];

/** Retries of an idempotent call whose worker was lost. */
const lostRetries = 2;
/** The maximum number of audit records to keep while the database is unavailable, and of tenants to remember. */
const maxKept = 10_000;

/** Writes the calls and audit records of a submitter. */
export class SubmissionRows {
  readonly #database: QueueDatabase;
  readonly #submitter: string;
  readonly #options: QueueBackendOptions;
  readonly #turns = new Map<string, string>();
  /** Audit records of calls that may run, by execution; the statement that submits the call writes them. */
  readonly #decisions = new Map<string, string>();
  /** Audit records that are not part of a submission. */
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
        records.map(({ at }) => this.#database.now(at) / 1000),
        records.map((record) => JSON.stringify(record)),
      ],
    });
    this.records = this.records.filter((record) => !records.includes(record));
  }

  /** Writes calls of one queue; `awaited` is the number of earlier calls that have not ended. */
  async submit(queue: string, batch: readonly Submission[], awaited: number): Promise<Submitted> {
    const { maxQueueLength = 10_000, heartbeatSeconds = 20 } = this.#options;
    await this.#database.ensureQueue(queue);
    const calls = JSON.stringify(batch.map((submission) => this.#columnsOf(submission)));
    for (const submission of batch) submission.isSent = true;
    // Counting is slow, so it is skipped while the calls of this process cannot fill the queue.
    const maxWaiting = awaited + batch.length > maxQueueLength ? maxQueueLength : null;
    const rows = await this.#database.query<SubmittedRow>({
      name: `submit ${this.#database.schemas.own}`,
      text: submitText(this.#database.schemas),
      values: [queue, this.#submitter, maxWaiting, heartbeatSeconds, lostRetries, calls],
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
    const { execution: id, tool, parameters, modifiedParameters, risk, approval, idempotent } = decision;
    const { sessionId: session, workspacePath } = decision.scope;
    const identity = JSON.stringify([tool, parameters, modifiedParameters, session, workspacePath]);
    const columns = { id, job, tool, tenant, session, risk, approval, idempotent, attempt, priority };
    return {
      ...columns,
      call: this.#database.signer.digest("call", identity),
      decision: signDecision(decision, this.#database),
      audit_record: this.#decisions.get(id),
      expires: decision.expires / 1000,
      last_turn: this.#turns.get(turnKey),
    };
  }
}

/**
 * Writes executions, decisions and jobs in one statement, which is atomic. Parameters: the queue, the submitter,
 * the limit of waiting calls (null: do not count), the heartbeat in seconds, the retries of lost calls, the calls as JSON.
 *
 * pg-boss fetches by priority, then by `created_on`, so that column stores the turn of a call (fair scheduling): a tenant's
 * first call gets the turn at the front of the queue, each further call the turn after the previous one. Because new turns start at the
 * front, not in the past, an idle tenant does not accumulate priority.
 */
function submitText({ own, boss }: Schemas): string {
  return `
    with input as (
      select row_number() over () as number, to_timestamp(expires) as expires_at, *
      from json_to_recordset($6::json) as i (id text, job uuid, tool text, tenant text, session text, risk text,
        approval text, idempotent bool, call text, decision text, audit_record text, attempt int, priority int, expires float8,
        last_turn timestamptz)
    ), queue_state as (
      select exists (select from ${own}.closed_queue where queue = $1) as is_closed, (
        select count(*) from (select from ${boss}.job where name = $1 and state < 'active' limit $3::int) w
        where $3::int is not null
      ) as waiting
    ), accepted as (
      insert into ${own}.execution (id, job, queue, tool, tenant, session, risk, approval, idempotent, call, submitter,
        decision, audit_record, attempt, expires_at)
      select id, job, $1, tool, tenant, session, risk, approval, idempotent, call, $2, decision, audit_record, attempt, expires_at
      from input, queue_state where not is_closed and ($3::int is null or waiting + number <= $3::int)
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
      from input i join accepted using (job) join fronts using (priority)
      on conflict do nothing
      returning id, created_on
    )
    select i.job, j.created_on::text as turn, e.job as known_job, case
        -- An earlier attempt may have succeeded although its response was lost.
        when j.id is not null or e.job = i.job then 'accepted'
        when is_closed then 'closed'
        when waiting + number > $3::int then 'full'
        when e.job is null then 'retry'
        when e.call = i.call then 'duplicate'
        else 'conflict'
      end as verdict
    from input i cross join queue_state left join jobs j on j.id = i.job
      left join ${own}.execution e on e.id = i.id and j.id is null`;
}
