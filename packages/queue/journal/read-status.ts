import type { QueueDatabase } from "../database/queue-database.js";

/** How a toolset's queue is doing. */
export interface QueueStatus {
  readonly toolset: string;
  /** Whether it takes no more calls. */
  readonly isClosed: boolean;
  readonly queued: number;
  readonly running: number;
  /** Workers that have run something in the last hour. */
  readonly workers: number;
  /** Milliseconds that the call waits that waits longest. */
  readonly oldestMs: number;
  /** Of the last hour: calls that completed, that failed (timed out, cancelled and refused ones included), that were lost. */
  readonly done: number;
  readonly failed: number;
  readonly lost: number;
  /** Milliseconds from submission to result, of the last hour. */
  readonly latency: { readonly median: number; readonly p95: number };
}

interface StatusRow extends Omit<QueueStatus, "latency"> {
  readonly median: number;
  readonly p95: number;
}

/** Counts the calls of every toolset. */
export async function readStatus(database: QueueDatabase): Promise<readonly QueueStatus[]> {
  const { own, boss } = database.schemas;
  const latency = "extract(epoch from finished_at - queued_at)::float8 * 1000";
  const rows = await database.query<StatusRow>({
    text: `select q.name as toolset, exists (select from ${own}.closed_queue where queue = q.name) as "isClosed",
        count(*) filter (where status = 'queued')::int as queued, count(*) filter (where status = 'running')::int as running,
        count(distinct worker)::int as workers,
        coalesce(max(extract(epoch from clock_timestamp() - queued_at)) filter (where status = 'queued'), 0)::float8 * 1000
          as "oldestMs",
        count(*) filter (where status = 'completed')::int as done, count(*) filter (where status = 'unknown')::int as lost,
        count(*) filter (where finished_at is not null and status not in ('completed', 'unknown'))::int as failed,
        coalesce(percentile_cont(0.5) within group (order by ${latency}), 0) as median,
        coalesce(percentile_cont(0.95) within group (order by ${latency}), 0) as p95
      from ${boss}.queue q left join ${own}.execution e on e.queue = q.name
        and (finished_at is null or finished_at > now() - interval '1 hour')
      group by q.name order by q.name`,
  });
  return rows.map(({ median, p95, ...status }) => ({ ...status, latency: { median, p95 } }));
}
