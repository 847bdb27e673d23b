/** The names of the schemas that hold the tables: ours and pg-boss's. */
export interface Schemas {
  readonly own: string;
  readonly boss: string;
}

/** The schemas of an installation, which may share a database with others. */
export function schemasOf(own = "toolkiln"): Schemas {
  if (/^[a-z_][a-z0-9_]{0,39}$/.test(own)) return { own, boss: `${own}_pgboss` };
  throw new RangeError(`The schema '${own}' is not usable: use at most 40 of a-z, 0-9 and _.`);
}

/** The statements that take the tables from one version to the next; those of released versions never change. */
export function migrationsOf({ own, boss }: Schemas): readonly string[] {
  return [
    `create table ${own}.execution (
      id text primary key,
      job uuid not null,
      queue text not null,
      tool text not null,
      tenant text not null,
      session text,
      risk text not null,
      approval text not null,
      idempotent boolean not null,
      call text not null,
      submitter text not null,
      decision text,
      asked text,
      attempt int not null,
      status text not null default 'queued',
      reason text,
      outcome text,
      worker text,
      queued_at timestamptz not null default clock_timestamp(),
      expires_at timestamptz not null,
      started_at timestamptz,
      finished_at timestamptz
    );
    create index execution_finished on ${own}.execution using brin (finished_at);
    create table ${own}.audit (
      number bigint generated always as identity primary key,
      execution text not null,
      at timestamptz not null default clock_timestamp(),
      record text not null
    );
    create index audit_execution on ${own}.audit (execution);
    create index audit_at on ${own}.audit using brin (at);
    create table ${own}.approval (
      id text primary key,
      execution text not null,
      tool_call text,
      expires_at timestamptz not null,
      pending text not null
    );
    create table ${own}.closed_queue (queue text primary key, closed_at timestamptz not null default now());
    ${endTrigger({ own, boss })}`,
  ];
}

/**
 * Whatever ends a job without its worker (supervision, a cancellation by pg-boss's own tools) ends its execution in the
 * same transaction and notifies the submitter. A job of a lost worker may have run, so its outcome is unknown.
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
      if waiting is not null then perform pg_notify('tk_s_' || waiting, 'd[["' || new.id || '"]]'); end if;
      return null;
    end $$;
    create trigger end_execution after insert or update of state on ${boss}.job
      for each row when (new.state in ('failed', 'cancelled')) execute function ${own}.end_execution();`;
}
