import { createHash } from "node:crypto";
import type { Logger } from "@toolkiln/runtime";
import { Pool, type PoolClient, type QueryConfig, type QueryResultRow } from "pg";
import { QueueSigner } from "../decision/queue-signer.js";
import { migrationsOf, schemasOf, type Schemas } from "./migrations.js";
import { importPgBoss, type Boss } from "./pg-boss.js";

/** Which database, which tables in it, and the secret that submitters and workers share. */
export interface QueueConnection {
  /** Where PostgreSQL is: `postgres://user@host/database`. Not through a pooler that shares sessions. */
  readonly connectionString?: string;
  /** A pool of the application's own in place of a connection string; it stays open. */
  readonly pool?: Pool;
  /** Signs decisions and results: at least 16 bytes, the same for every submitter and worker. */
  readonly key: string | Uint8Array;
  /** The schema of the tables; pg-boss's have `_pgboss` after it. @default "toolkiln" */
  readonly schema?: string;
  /** Whether tables are created and migrated. @default true */
  readonly migrate?: boolean;
  readonly logger?: Logger;
}

/** The tables, the connections to them, pg-boss, and what signs rows. */
export class QueueDatabase {
  readonly schemas: Schemas;
  readonly signer: QueueSigner;
  readonly pool: Pool;
  readonly boss: Boss;
  readonly logger: Logger | undefined;
  readonly #ownsPool: boolean;
  readonly #queues = new Map<string, Promise<void>>();
  /** Milliseconds by which the server's clock is ahead of this process's. */
  #clockOffset = 0;

  private constructor(connection: QueueConnection, pool: Pool, boss: Boss) {
    this.schemas = schemasOf(connection.schema);
    this.signer = new QueueSigner(connection.key);
    this.pool = pool;
    this.boss = boss;
    this.logger = connection.logger;
    this.#ownsPool = connection.pool === undefined;
    // What fails here is reported by the next statement as well; without a listener it would end the process.
    boss.on("error", (error) => this.warn("pg-boss", error));
    pool.on("error", (error) => this.warn("A connection", error));
    pool.on("connect", (client) => client.on("error", () => {}));
  }

  /** Connects, and creates or migrates the tables unless told otherwise; safe when many processes start at once. */
  static async open(
    connection: QueueConnection,
    connections: number,
    supervise = false,
  ): Promise<QueueDatabase> {
    const { migrate = true, schema } = connection;
    const { PgBoss } = await importPgBoss();
    const pool = connection.pool ?? createPool(connection, connections);
    const boss = new PgBoss({
      schema: schemasOf(schema).boss,
      migrate,
      schedule: false,
      supervise,
      superviseIntervalSeconds: 2,
      monitorIntervalSeconds: 2,
      db: { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) },
    });
    const database = new QueueDatabase(connection, pool, boss);
    try {
      await boss.start();
      await database.transact((client) => database.#migrate(client, migrate));
      await database.#readClock();
      return database;
    } catch (error) {
      await database.close();
      throw error;
    }
  }

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

  async transact<Value>(work: (client: PoolClient) => Promise<Value>): Promise<Value> {
    const client = await this.pool.connect();
    let isSound = false;
    try {
      await client.query("begin");
      const value = await work(client);
      await client.query("commit");
      isSound = true;
      return value;
    } finally {
      // A connection whose transaction failed is closed, which rolls it back.
      client.release(!isSound);
    }
  }

  warn(who: string, error: unknown): void {
    this.logger?.warn(`${who} failed: ${error instanceof Error ? error.message : String(error)}`);
  }

  /** Disconnects; an application's own pool stays open. */
  async close(): Promise<void> {
    await this.boss.stop({ graceful: false, close: false });
    if (this.#ownsPool) await this.pool.end();
  }

  async #readClock(): Promise<void> {
    const sent = Date.now();
    const text = "select extract(epoch from clock_timestamp())::float8 * 1000 as now";
    const [row] = await this.query<{ readonly now: number }>({ text });
    this.#clockOffset = (row?.now ?? sent) - (sent + Date.now()) / 2;
  }

  async #migrate(client: PoolClient, mayMigrate: boolean): Promise<void> {
    const { own } = this.schemas;
    await client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`toolkiln ${own}`]);
    if (mayMigrate) {
      await client.query(`create schema if not exists ${own};
        create table if not exists ${own}.version (version int);
        insert into ${own}.version select 0 where not exists (select from ${own}.version)`);
    }
    const { rows } = await client.query<{ version: number }>(`select version from ${own}.version`);
    const version = rows[0]?.version ?? 0;
    const migrations = migrationsOf(this.schemas);
    const needed = migrations.length;
    if (version > needed || (version < needed && !mayMigrate)) {
      throw new Error(
        `The tables of '${own}' have version ${version}; this @toolkiln/queue needs ${needed}.`,
      );
    }
    for (const migration of migrations.slice(version)) await client.query(migration);
    await client.query(`update ${own}.version set version = ${needed} where version < ${needed}`);
  }
}

function createPool({ connectionString }: QueueConnection, max: number): Pool {
  if (connectionString === undefined) {
    throw new TypeError("The queue needs a database: pass `connectionString` or `pool`.");
  }
  // A worker that is killed inside a statement gives up its locks without waiting for the end of the statement.
  const options = "-c client_connection_check_interval=1000";
  return new Pool({
    connectionString,
    max,
    application_name: "toolkiln",
    connectionTimeoutMillis: 10_000,
    options,
  });
}
