import { createHash } from "node:crypto";
import type { Logger } from "@toolkiln/runtime";
import { Pool, type ClientConfig, type PoolClient, type QueryConfig, type QueryResultRow } from "pg";
import { importPgBoss, type Boss } from "./pg-boss.js";
import { migrationsOf, schemasOf, type Schemas } from "./migrations.js";

/** Which database, and which tables in it. */
export interface DatabaseConnection {
  /** Where PostgreSQL is: `postgres://user@host/database`. Not through a pooler that shares sessions. */
  readonly connectionString?: string;
  /** A pool of the application's own in place of a connection string; it stays open. */
  readonly pool?: Pool;
  /** The schema of the tables; pg-boss's have `_pgboss` after it. @default "toolkiln" */
  readonly schema?: string;
  /** Whether tables are created and migrated. @default true */
  readonly migrate?: boolean;
  readonly logger?: Logger;
}

/** The same with the secret that submitters and workers share. */
export interface QueueConnection extends DatabaseConnection {
  /** Signs decisions and results: at least 16 bytes, the same for every submitter and worker. */
  readonly key: string | Uint8Array;
}

/** How this process takes part. */
export interface DatabaseRole {
  /** Connections at most. */
  readonly connections: number;
  /** Whether it looks for lost workers and deletes old jobs. */
  readonly supervises: boolean;
}

/** The tables, the connections to them and pg-boss. */
export class QueueDatabase {
  readonly schemas: Schemas;
  readonly pool: Pool;
  readonly boss: Boss;
  readonly logger: Logger | undefined;
  readonly #ownsPool: boolean;
  readonly #queues = new Map<string, Promise<void>>();
  /** Milliseconds by which the server's clock is ahead of this process's. */
  #clockOffset = 0;

  private constructor(schemas: Schemas, pool: Pool, boss: Boss, { logger, pool: given }: DatabaseConnection) {
    this.schemas = schemas;
    this.pool = pool;
    this.boss = boss;
    this.logger = logger;
    this.#ownsPool = given === undefined;
  }

  /** Connects, and creates or migrates the tables unless told otherwise; safe when many processes start at once. */
  static async open(connection: DatabaseConnection, role: DatabaseRole): Promise<QueueDatabase> {
    const schemas = schemasOf(connection.schema ?? "toolkiln");
    const { PgBoss } = await importPgBoss();
    const pool = connection.pool ?? createPool(connection, role);
    const migrate = connection.migrate ?? true;
    const boss = new PgBoss({
      schema: schemas.boss,
      migrate,
      schedule: false,
      supervise: role.supervises,
      superviseIntervalSeconds: 2,
      monitorIntervalSeconds: 2,
      db: { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) },
    });
    const database = new QueueDatabase(schemas, pool, boss, connection);
    // Both report what their next use reports as well; without a listener they would end the process.
    boss.on("error", (error) => database.warn("pg-boss", error));
    pool.on("error", (error) => database.warn("A connection", error));
    try {
      await boss.start();
      await database.#migrate(migrate);
      await database.readClock();
    } catch (error) {
      await database.close();
      throw error;
    }
    return database;
  }

  /** The configuration of further connections to the same database. */
  get clientConfig(): ClientConfig {
    return this.pool.options;
  }

  /** Runs a statement that is prepared once on every connection. */
  async query<Row extends QueryResultRow>(statement: QueryConfig): Promise<readonly Row[]> {
    return (await this.pool.query<Row>(statement)).rows;
  }

  /** Sends a notification; whoever misses it looks by itself, so that a failure is only logged. */
  async notify(channel: string, payload: string): Promise<void> {
    try {
      await this.query({ name: "notify", text: "select pg_notify($1, $2)", values: [channel, payload] });
    } catch (error) {
      this.warn("A notification", error);
    }
  }

  /** The channel on which the workers of a queue are woken. */
  workersChannel(queue: string): string {
    const name = createHash("sha256").update(`${this.schemas.own}\n${queue}`).digest("hex");
    return `tk_w_${name.slice(0, 32)}`;
  }

  /** The server's time in milliseconds since the epoch, so that clocks of submitters and workers may differ. */
  now(): number {
    return Date.now() + this.#clockOffset;
  }

  /** Compares the clocks. */
  async readClock(): Promise<void> {
    const sent = Date.now();
    const [row] = await this.query<{ readonly now: number }>({
      text: "select extract(epoch from clock_timestamp())::float8 * 1000 as now",
    });
    this.#clockOffset = (row?.now ?? sent) - (sent + Date.now()) / 2;
  }

  /** Makes sure that pg-boss knows a queue. */
  ensureQueue(queue: string): Promise<void> {
    let known = this.#queues.get(queue);
    if (known === undefined) {
      known = this.boss.createQueue(queue, { policy: "standard" });
      known.catch(() => this.#queues.delete(queue));
      this.#queues.set(queue, known);
    }
    return known;
  }

  /** Runs work in one transaction. */
  async transact<Value>(work: (client: PoolClient) => Promise<Value>): Promise<Value> {
    const client = await this.pool.connect();
    let failure: unknown;
    try {
      await client.query("begin");
      const value = await work(client);
      await client.query("commit");
      return value;
    } catch (error) {
      failure = error;
      await client.query("rollback").catch(() => {});
      throw error;
    } finally {
      // After a failure the state of the connection is not known.
      client.release(failure !== undefined);
    }
  }

  warn(who: string, error: unknown): void {
    this.logger?.warn(`${who} failed: ${error instanceof Error ? error.message : String(error)}`);
  }

  async close(): Promise<void> {
    await this.boss.stop({ graceful: false, close: false });
    if (this.#ownsPool) await this.pool.end();
  }

  async #migrate(mayMigrate: boolean): Promise<void> {
    const { own } = this.schemas;
    const migrations = migrationsOf(this.schemas);
    await this.transact(async (client) => {
      await client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`toolkiln ${own}`]);
      const { rows } = await client.query<{ found: string | null }>("select to_regclass($1) as found", [
        `${own}.version`,
      ]);
      if (rows[0]?.found === null && mayMigrate) {
        await client.query(`create schema if not exists ${own}; create table ${own}.version (version int);
          insert into ${own}.version values (0)`);
      }
      const version =
        (await client.query<{ version: number }>(`select version from ${own}.version`)).rows[0]?.version ?? 0;
      if (version > migrations.length || (version < migrations.length && !mayMigrate)) {
        throw new Error(
          `The tables in schema '${own}' have version ${version}; this version of @toolkiln/queue needs ${migrations.length}.`,
        );
      }
      for (const migration of migrations.slice(version)) await client.query(migration);
      if (version < migrations.length)
        await client.query(`update ${own}.version set version = ${migrations.length}`);
    });
  }
}

function createPool({ connectionString }: DatabaseConnection, { connections }: DatabaseRole): Pool {
  if (connectionString === undefined) {
    throw new TypeError("The queue needs a database: pass `connectionString` or `pool`.");
  }
  return new Pool({
    connectionString,
    max: connections,
    application_name: "toolkiln",
    connectionTimeoutMillis: 10_000,
    // A worker that is killed inside a statement gives up its locks without waiting for the end of the statement.
    options: "-c client_connection_check_interval=1000",
  });
}
