import type { Pool } from "pg";

export type Schemas = ReturnType<typeof schemasOf>;

/** The schemas of our tables and pg-boss's tables; several installations may share a database. */
export function schemasOf(own = "toolkiln"): { readonly own: string; readonly boss: string } {
  if (/^[a-z_][a-z0-9_]{0,39}$/.test(own)) return { own, boss: `${own}_pgboss` };
  throw new RangeError(`Invalid schema name '${own}': it must match [a-z_][a-z0-9_]{0,39}.`);
}

/** Creates or migrates the tables in one transaction. A lock keeps other processes out. */
export async function migrate(pool: Pool, schemas: Schemas): Promise<void> {
  const { own } = schemas;
  const create = `create schema if not exists ${own}; create table if not exists ${own}.version (version int);
    insert into ${own}.version select 0 where not exists (select from ${own}.version)`;
  const client = await pool.connect();
  let isDone = false;
  try {
    await client.query(`begin; select pg_advisory_xact_lock(hashtextextended('toolkiln ${own}', 0))`);
    await client.query(create);
    const { rows } = await client.query<{ version: number }>(`select version from ${own}.version`);
    const version = rows[0]?.version ?? 0;
    const migrations = migrationsOf(schemas);
    const needed = migrations.length;
    if (version > needed)
      throw new Error(
        `The tables of '${own}' have version ${version}; this @toolkiln/queue supports ${needed}. Install a newer @toolkiln/queue.`,
      );
    for (const migration of migrations.slice(version)) await client.query(migration);
    await client.query(`update ${own}.version set version = ${needed} where version < ${needed}; commit`);
    isDone = true;
  } finally {
    // Closing the connection rolls back a failed transaction.
    client.release(!isDone);
  }
}

/** The migrations, in order; released ones never change. */
function migrationsOf({ own, boss }: Schemas): readonly string[] {
  return [
    `create table ${own}.execution (
      id text primary key, job uuid not null, queue text not null, submitter text not null,
      tool text not null, tenant text not null, session text, call text not null, idempotent boolean not null,
      risk text not null, approval text not null, asked text, decision text, expires_at timestamptz not null,
      status text not null default 'queued', attempt int not null, worker text, reason text, outcome text,
      queued_at timestamptz not null default clock_timestamp(), started_at timestamptz, finished_at timestamptz
    );
    create index execution_finished on ${own}.execution using brin (finished_at);
    create table ${own}.audit (
      number bigint generated always as identity primary key,
      execution text not null, at timestamptz not null default clock_timestamp(), record text not null
    );
    create index audit_execution on ${own}.audit (execution);
    create index audit_at on ${own}.audit using brin (at);
    create table ${own}.approval (
      id text primary key, execution text not null, tool_call text, expires_at timestamptz not null, pending text not null
    );
    create table ${own}.closed_queue (queue text primary key, closed_at timestamptz not null default now());
    ${endTrigger({ own, boss })}`,
    `alter table ${own}.execution rename column asked to audit_record`,
  ];
}

/**
 * Ends the execution of a job that pg-boss marks as failed or cancelled, in the same transaction, and
 * notifies the submitter. The call of a lost worker may have run, so its outcome is unknown.
 */
function endTrigger({ own, boss }: Schemas): string {
  return `create function ${own}.end_execution() returns trigger language plpgsql as $$
    declare waiting text;
    begin
      update ${own}.execution
        set status = case when new.state = 'cancelled' then 'cancelled' else 'unknown' end,
          reason = coalesce(new.output->'value'->>'message', 'cancelled'), finished_at = clock_timestamp()
        where id = new.data->>'execution' and job = new.id and finished_at is null
        returning submitter into waiting;
      if waiting is not null then perform pg_notify('tk_s_' || waiting, 'd' || new.id); end if;
      return null;
    end $$;
    create trigger end_execution after insert or update of state on ${boss}.job
      for each row when (new.state in ('failed', 'cancelled')) execute function ${own}.end_execution();`;
}
