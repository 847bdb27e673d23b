import type { QueueDatabase } from "./queue-database.js";

/** Ends queued or running executions and their jobs; returns how many. With `job`, ends only an execution that still has this job. */
export async function endExecutions(
  database: QueueDatabase,
  ends: readonly { id: string; job?: string; status: "cancelled" | "timedOut"; reason: string }[],
): Promise<number> {
  const { own, boss } = database.schemas;
  const rows = await database.query<{ job: string; queue: string; submitter: string }>({
    name: `end ${own}`,
    text: `with ended as (
        update ${own}.execution e set status = i.status, reason = i.reason, finished_at = clock_timestamp()
        from json_to_recordset($1::json) as i (id text, job uuid, status text, reason text)
        where e.id = i.id and (i.job is null or e.job = i.job) and finished_at is null
        returning e.job, e.queue, e.submitter
      ), jobs as (
        update ${boss}.job j set state = 'cancelled', completed_on = now()
        from ended where j.name = ended.queue and j.id = ended.job and state < 'completed'
      )
      select * from ended`,
    values: [JSON.stringify(ends)],
  });
  const notices = rows.flatMap(({ job, queue, submitter }) => [
    [database.workersChannel(queue), `c${job}`] as const,
    [`tk_s_${submitter}`, `d${job}`] as const,
  ]);
  await database.notify(...notices);
  return rows.length;
}
