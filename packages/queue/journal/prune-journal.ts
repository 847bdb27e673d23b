import type { QueueDatabase } from "../database/queue-database.js";

/** Deletes what is older than the policy keeps, and ends executions that nobody is left to end. */
export async function pruneJournal(database: QueueDatabase, retentionDays: number): Promise<void> {
  const { own } = database.schemas;
  const old = "now() - make_interval(days => $1::int)";
  for (const table of [`execution where finished_at`, `audit where at`, `approval where expires_at`]) {
    await database.query({ text: `delete from ${own}.${table} < ${old}`, values: [retentionDays] });
  }
  await database.query({
    text: `update ${own}.execution set finished_at = clock_timestamp(), reason = 'its time was up long ago',
        status = case when status = 'queued' then 'timedOut' else 'unknown' end
      where finished_at is null and expires_at < now() - interval '1 hour'`,
  });
}
