import type { Schemas } from "../database/migrations.js";

/** What became of a submission. */
export interface SubmittedRow {
  readonly job: string;
  /** When it is its turn; null when it was not taken. */
  readonly turn: string | null;
  readonly is_closed: boolean;
  readonly has_room: boolean;
  /** The job and the call that have the execution's id already. */
  readonly taken_job: string | null;
  readonly taken_call: string | null;
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
export function submitText({ own, boss }: Schemas): string {
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
    select i.job, j.created_on::text as turn, is_closed,
      $3::int is null or waiting + number <= $3::int as has_room, e.job as taken_job, e.call as taken_call
    from input i cross join door left join jobs j on j.id = i.job
      left join ${own}.execution e on e.id = i.id and j.id is null`;
}
