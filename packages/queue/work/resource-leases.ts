import type { ResourceClaim } from "@toolkiln/runtime";
import { Pool, type PoolClient } from "pg";
import type { QueueDatabase } from "../database/queue-database.js";

/** Resources that a call holds until it lets go of them. */
export interface Lease {
  release(): Promise<void>;
}

/** Who wants resources. */
export interface LeaseRequest {
  readonly claims: readonly ResourceClaim[];
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Whether it waits however many others do. */
  readonly isPatient?: boolean;
  /** The connection that held the resources was lost, and they with it. */
  readonly lost?: (error: Error) => void;
}

/** The keys of all claims in one order for everybody, so that no two calls wait for each other. */
const keys = `select k, bool_or(exclusive) as exclusive from (
    select hashtextextended(key, 0) as k, exclusive from unnest($1::text[], $2::bool[]) as c (key, exclusive)
  ) hashed group by k order by k`;
const tryLocks = `select bool_and(case when exclusive then pg_try_advisory_lock(k) else pg_try_advisory_lock_shared(k) end)
  as taken from (${keys}) s`;
const waitForLocks = `select case when exclusive then pg_advisory_lock(k) else pg_advisory_lock_shared(k) end from (${keys}) s`;

/**
 * Takes resources that exclude each other across all workers: advisory locks, each call with a connection of its own,
 * because a session may take the same lock twice. A worker that dies loses its connections, and these its locks.
 */
export class ResourceLeases {
  readonly #database: QueueDatabase;
  readonly #maxWaiting: number;
  readonly #pool: Pool;
  #waiting = 0;

  constructor(database: QueueDatabase, concurrency: number) {
    this.#database = database;
    // Calls that wait keep their slots, but never all of them.
    this.#maxWaiting = Math.max(1, Math.floor(concurrency / 2));
    // A call that its tool makes may need a connection beside that of its caller.
    this.#pool = new Pool({ ...database.pool.options, max: concurrency * 4 });
    this.#pool.on("error", (error) => database.warn("A connection that holds locks", error));
    this.#pool.on("connect", (client) => client.on("error", () => {}));
  }

  /** Takes all claims; undefined when they are held by others and enough calls wait for theirs already. */
  async acquire(request: LeaseRequest): Promise<Lease | undefined> {
    const { claims, signal } = request;
    // Schemas of one database share its locks but not their resources.
    const named = claims.map(({ key }) => `${this.#database.schemas.own}\n${key}`);
    const values = [named, claims.map(({ exclusive }) => exclusive)];
    const client = await this.#pool.connect();
    try {
      const { rows } = await client.query<{ taken: boolean }>({ name: "try", text: tryLocks, values });
      if (rows[0]?.taken !== true) {
        await client.query("select pg_advisory_unlock_all()");
        if (request.isPatient !== true && this.#waiting >= this.#maxWaiting) {
          client.release();
          return undefined;
        }
        await this.#wait(client, { name: "wait", text: waitForLocks, values }, signal);
      }
      return hold(client, request);
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #wait(
    client: PoolClient,
    statement: { name: string; text: string; values: unknown[] },
    signal: AbortSignal,
  ): Promise<void> {
    const cancel = (): void => {
      // `processID` is missing from the types of pg.
      const values = [Reflect.get(client, "processID")];
      this.#database.query({ text: "select pg_cancel_backend($1)", values }).catch(() => {});
    };
    this.#waiting++;
    signal.addEventListener("abort", cancel);
    try {
      signal.throwIfAborted();
      await client.query(statement);
      signal.throwIfAborted();
    } finally {
      this.#waiting--;
      signal.removeEventListener("abort", cancel);
    }
  }
}

function hold(client: PoolClient, { lost }: LeaseRequest): Lease {
  let isHeld = true;
  const ended = (error?: Error): void => {
    if (!isHeld) return;
    isHeld = false;
    client.release(true);
    lost?.(error ?? new Error("The connection that held the locks ended."));
  };
  client.on("error", ended);
  client.on("end", ended);
  return {
    async release() {
      if (!isHeld) return;
      isHeld = false;
      client.off("error", ended);
      client.off("end", ended);
      try {
        await client.query("select pg_advisory_unlock_all()");
        client.release();
      } catch {
        // A connection that is closed gives its locks up.
        client.release(true);
      }
    },
  };
}
