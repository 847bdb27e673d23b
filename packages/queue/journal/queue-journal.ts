import { randomUUID } from "node:crypto";
import { isToolResult, ToolResult } from "@toolkiln/runtime";
import type { ApprovalDecision, AuditRecord, RunOutcome, ToolExecutionStatus } from "@toolkiln/runtime";
import { endExecutions } from "../database/end-executions.js";
import { QueueDatabase, type QueueConnection } from "../database/queue-database.js";
import { verifyDecision, signDecision, type Decision, type JobRef } from "../decision/decision.js";
import { outcomeOf } from "../decision/outcome.js";
import type { QueueCounts } from "./queue-counter.js";

/** Opens the journal of a queue, for operators and their tools. */
export async function openJournal(connection: QueueConnection): Promise<QueueJournal> {
  const database = new QueueDatabase(connection, 2);
  await database.boss().catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  return new QueueJournal(database);
}

/** The state of a toolset's queue. Ended calls and latencies (submission to result) cover the last hour. */
export interface QueueStatus extends QueueCounts {
  readonly toolset: string;
  /** Whether it rejects new calls. */
  readonly isClosed: boolean;
  /** Workers that have run something in the last hour. */
  readonly workers: number;
  /** Milliseconds that the oldest queued call has waited. */
  readonly oldestMs: number;
}

/** A journal entry of an execution. */
export interface QueuedExecution {
  readonly executionId: string;
  readonly toolId: string;
  readonly toolset: string;
  readonly sessionId: string | null;
  readonly status: "queued" | "running" | ToolExecutionStatus;
  /** Why it ended without a result. */
  readonly reason: string | null;
  readonly risk: Decision["risk"];
  readonly approval: Decision["approval"];
  readonly idempotent: boolean;
  readonly attempt: number;
  readonly worker: string | null;
  readonly queuedAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  /** The result as the tool returned it; absent while the call waits or runs. */
  readonly result?: ToolResult;
}

/** An audit record of the executor or the approval store. `taken`: a decision removed the pending approval. */
export type JournalRecord =
  | AuditRecord
  | {
      readonly type: "requested" | "taken";
      readonly approval: string;
      readonly at: number;
      /** The decision, and the reason of a denial. */
      readonly answer?: ApprovalDecision["decision"];
      readonly reason?: string;
    };

/** The outcome of `retry`. `notKept`: the parameters were deleted on completion or signed with another key. */
export type RetryVerdict = "queued" | "notFound" | "notEnded" | "notIdempotent" | "notKept";

/** The history of a queue: requests, decisions, runs and results. */
export class QueueJournal {
  readonly #database: QueueDatabase;

  constructor(database: QueueDatabase) {
    this.#database = database;
  }

  /** The state of every toolset's queue. */
  status(): Promise<readonly QueueStatus[]> {
    const { own, boss } = this.#database.schemas;
    const latency = (share: number): string =>
      `coalesce(percentile_cont(${share}) within group (order by extract(epoch from finished_at - queued_at)::float8 * 1000), 0)`;
    return this.#database.query({
      text: `select q.name as toolset, exists (select from ${own}.closed_queue where queue = q.name) as "isClosed",
          count(*) filter (where status = 'queued')::int as queued, count(*) filter (where status = 'running')::int as running,
          count(distinct worker)::int as workers,
          coalesce(max(extract(epoch from clock_timestamp() - queued_at)) filter (where status = 'queued'), 0)::float8 * 1000
            as "oldestMs",
          count(*) filter (where status = 'completed')::int as done, count(*) filter (where status = 'unknown')::int as lost,
          count(*) filter (where finished_at is not null and status not in ('completed', 'unknown'))::int as failed,
          json_build_object('median', ${latency(0.5)}, 'p95', ${latency(0.95)}) as latency
        from ${boss}.queue q left join ${own}.execution e on e.queue = q.name
          and (finished_at is null or finished_at > now() - interval '1 hour')
        group by q.name order by q.name`,
    });
  }

  async find(executionId: string): Promise<QueuedExecution | undefined> {
    const [row] = await this.#database.query<QueuedExecution & { job: string; outcome: string | null }>({
      text: `select id as "executionId", tool as "toolId", queue as toolset, session as "sessionId", status, reason, risk,
          approval, idempotent, attempt, worker, queued_at as "queuedAt", started_at as "startedAt",
          finished_at as "finishedAt", job, outcome
        from ${this.#database.schemas.own}.execution where id = $1`,
      values: [executionId],
    });
    if (row === undefined) return undefined;
    const { job, outcome, ...execution } = row;
    if (execution.finishedAt === null) return execution;
    const { status, reason } = execution;
    const ended = { execution: executionId, job, status, reason, outcome };
    return { ...execution, result: resultOf(outcomeOf(ended, this.#database.signer)) };
  }

  /** The audit trail of an execution, oldest first. */
  async history(executionId: string): Promise<readonly JournalRecord[]> {
    const { own } = this.#database.schemas;
    const rows = await this.#database.query<{ readonly record: string; readonly at: Date }>({
      text: `select at, record, number from ${own}.audit where execution = $1
        union all select queued_at, audit_record, 0 from ${own}.execution where id = $1 and audit_record is not null
        order by at, number`,
      values: [executionId],
    });
    return rows.map(({ record, at }) => ({ ...(JSON.parse(record) as JournalRecord), at: at.getTime() }));
  }

  /** Cancels a queued or running execution; false when there is none. */
  async cancel(id: string): Promise<boolean> {
    const end = { id, status: "cancelled", reason: "by an operator" } as const;
    return (await endExecutions(this.#database, [end])) > 0;
  }

  /** Queues an ended execution again. One that is not idempotent may already have run, so it requires `force`. */
  async retry(id: string, options: { readonly force?: boolean } = {}): Promise<RetryVerdict> {
    const { own, boss } = this.#database.schemas;
    const [row] = await this.#database.query<JobRef & { decision: string | null; ended: boolean }>({
      text: `select id as execution, job, queue, decision, finished_at is not null as ended
        from ${own}.execution where id = $1`,
      values: [id],
    });
    if (row === undefined) return "notFound";
    if (!row.ended) return "notEnded";
    const old = verifyDecision(row.decision, this.#database);
    if (old === undefined) return "notKept";
    if (!old.idempotent && options.force !== true) return "notIdempotent";
    const job = randomUUID();
    const issued = this.#database.now();
    const decision = { ...old, job, issued, expires: issued + (old.expires - old.issued) };
    const signed = signDecision(decision, this.#database);
    const queued = await this.#database.query({
      text: `with again as (
          update ${own}.execution set job = $3, decision = $4, status = 'queued', queued_at = clock_timestamp(),
            expires_at = to_timestamp($5), started_at = null, finished_at = null, outcome = null, reason = null,
            worker = null, attempt = attempt + 1
          where id = $1 and job = $2 and finished_at is not null returning id, job, queue
        )
        insert into ${boss}.job (id, name, data, policy, retry_limit, expire_seconds, deletion_seconds, keep_until,
          heartbeat_seconds)
        select job, queue, jsonb_build_object('execution', id), 'standard', 0,
          least(86400, ceil(extract(epoch from to_timestamp($5) - now())) + 30), 300,
          to_timestamp($5) + interval '1 day', 20 from again returning id`,
      values: [id, row.job, job, signed, decision.expires / 1000],
    });
    if (queued.length === 0) return "notEnded";
    void this.#database.notify([this.#database.workersChannel(row.queue), "w"]);
    return "queued";
  }

  /** Opens or closes the queue of a toolset for new calls. */
  async setOpen(toolset: string, isOpen: boolean): Promise<void> {
    const table = `${this.#database.schemas.own}.closed_queue`;
    const text = isOpen
      ? `delete from ${table} where queue = $1`
      : `insert into ${table} (queue) values ($1) on conflict do nothing`;
    await this.#database.query({ text, values: [toolset] });
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}

function resultOf(outcome: RunOutcome): ToolResult {
  if (outcome.type === "threw") return ToolResult.fromError(outcome.thrown);
  if (outcome.type !== "returned") return ToolResult.failed(outcome.reason, "OutcomeUnknown");
  return isToolResult(outcome.value) ? outcome.value : ToolResult.succeeded(outcome.value);
}
