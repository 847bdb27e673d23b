import { createHash } from "node:crypto";
import type { Logger } from "@toolkiln/runtime";
import { Pool, type PoolConfig, type QueryConfig, type QueryResultRow } from "pg";
import { QueueSigner } from "../decision/queue-signer.js";
import { migrate, schemasOf, type Schemas } from "./migrate.js";
import { importPgBoss, type Boss } from "./pg-boss.js";

/** The database, its tables, and the secret that submitters and workers share. */
export interface QueueConnection {
  /** The PostgreSQL server: `postgres://user@host/database`. A pooler must be in session mode. */
  readonly connectionString?: string;
  /** The application's own pool instead of a connection string; it is not closed. */
  readonly pool?: Pool;
  /** Signs decisions and results: at least 16 bytes, the same for every submitter and worker. */
  readonly key: string | Uint8Array;
  /** The schema of our tables; pg-boss uses the same name with `_pgboss` appended. @default "toolkiln" */
  readonly schema?: string;
  readonly logger?: Logger;
}

/** Milliseconds between polls, in case a notification was missed. */
const pollInterval = 2_000;

/** The database of a queue: connection pool, tables, pg-boss and signer. Connects on first use. */
export class QueueDatabase {
  readonly schemas: Schemas;
  readonly signer: QueueSigner;
  readonly pool: Pool;
  readonly logger: Logger | undefined;
  readonly #connection: QueueConnection & { readonly supervise?: boolean };
  readonly #queues = new Set<string>();
  #boss: Promise<Boss> | undefined;
  #listener: { close(): Promise<void> } | undefined;
  #pollTimer: NodeJS.Timeout | undefined;
  /** Milliseconds by which the server's clock is ahead of this process's. */
  #clockOffset = 0;

  /** `supervise`: whether to detect lost workers. */
  constructor(connection: QueueConnection & { readonly supervise?: boolean }, connections: number) {
    this.schemas = schemasOf(connection.schema);
    this.signer = new QueueSigner(connection.key);
    this.pool = connection.pool ?? createPool(connection, connections);
    this.logger = connection.logger;
    this.#connection = connection;
    handleLostConnections(this.pool, (error) => this.warn("A connection", error));
  }

  /** Connects, and creates or migrates the tables; safe when many processes start at once. */
  boss(): Promise<Boss> {
    return (this.#boss ??= this.#start().catch((error: unknown) => {
      this.#boss = undefined;
      throw error;
    }));
  }

  /** Options for connections outside the pool; the pool's `password` is not enumerable, so it is copied by name. */
  get options(): PoolConfig {
    const { options } = this.pool;
    return { ...options, password: options.password };
  }

  async query<Row extends QueryResultRow>(statement: QueryConfig): Promise<readonly Row[]> {
    await this.boss();
    return (await this.pool.query<Row>(statement)).rows;
  }

  /** Listens to a channel; calls `poll` after every connect and every two seconds. */
  async listen(channel: string, notified: (payload: string) => void, poll: () => void): Promise<void> {
    const read = (payload: string): void => {
      try {
        notified(payload);
      } catch (error) {
        // Any client of the database can send notifications, so ignore invalid ones.
        this.warn("Reading a notification", error);
      }
    };
    const boss = await this.boss();
    if (this.#listener !== undefined) return;
    this.#listener = await boss.getDb().listen?.(channel, read, poll);
    this.#pollTimer = setInterval(poll, pollInterval);
  }

  /** Sends notifications. Receivers poll as well, so a failure is only logged. */
  async notify(...messages: readonly (readonly [channel: string, payload: string])[]): Promise<void> {
    const text = "select pg_notify(c, p) from unnest($1::text[], $2::text[]) as n (c, p)";
    const values = [messages.map(([channel]) => channel), messages.map(([, payload]) => payload)];
    await this.query({ name: "notify", text, values }).catch((error: unknown) =>
      this.warn("Sending a notification", error),
    );
  }

  /** The channel that wakes the workers of a queue. */
  workersChannel(queue: string): string {
    const name = createHash("sha256").update(`${this.schemas.own}\n${queue}`).digest("hex");
    return `tk_w_${name.slice(0, 32)}`;
  }

  /** Converts a local time to the server's clock, in milliseconds since the epoch: the clocks of processes differ. */
  now(time: number = Date.now()): number {
    return time + this.#clockOffset;
  }

  async ensureQueue(queue: string): Promise<void> {
    const boss = await this.boss();
    if (this.#queues.has(queue)) return;
    await boss.createQueue(queue, { policy: "standard" });
    this.#queues.add(queue);
  }

  warn(what: string, error: unknown): void {
    this.logger?.warn(`${what} failed: ${error instanceof Error ? error.message : String(error)}`);
  }

  /** Disconnects; an application's own pool stays open. */
  async close(): Promise<void> {
    clearInterval(this.#pollTimer);
    await this.#listener?.close();
    const boss = await this.#boss?.catch(() => undefined);
    await boss?.stop({ graceful: false });
    if (this.#connection.pool === undefined) await this.pool.end();
  }

  async #start(): Promise<Boss> {
    const { PgBoss } = await importPgBoss();
    const boss = new PgBoss({
      ...this.options,
      max: 1,
      schema: this.schemas.boss,
      schedule: false,
      supervise: this.#connection.supervise ?? false,
      superviseIntervalSeconds: 2,
      monitorIntervalSeconds: 2,
    });
    boss.on("error", (error) => this.warn("pg-boss", error));
    try {
      await boss.start();
      await migrate(this.pool, this.schemas);
      const sent = Date.now();
      const text = "select extract(epoch from clock_timestamp())::float8 * 1000 as now";
      const { rows } = await this.pool.query<{ now: number }>(text);
      this.#clockOffset = (rows[0]?.now ?? sent) - (sent + Date.now()) / 2;
      return boss;
    } catch (error) {
      await boss.stop({ graceful: false });
      throw error;
    }
  }
}

/** Logs connection errors, which would otherwise crash the process; the next statement reports them too. */
export function handleLostConnections(pool: Pool, warn: (error: Error) => void): void {
  pool.on("error", warn);
  pool.on("connect", (client) => client.on("error", () => {}));
}

function createPool({ connectionString }: QueueConnection, max: number): Pool {
  if (connectionString === undefined) {
    throw new TypeError("No database is configured: pass `connectionString` or `pool`.");
  }
  // Makes the server release the locks of a killed worker even while its statement runs.
  const options = "-c client_connection_check_interval=1000";
  const limits = { max, connectionTimeoutMillis: 10_000 };
  return new Pool({ connectionString, application_name: "toolkiln", options, ...limits });
}
