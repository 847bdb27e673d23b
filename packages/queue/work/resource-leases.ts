import { AsyncLocalStorage } from "node:async_hooks";
import { once, setMaxListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { ExecutionBackend, ExecutionJob, ResourceClaim } from "@toolkiln/runtime";
import { DatabaseError, Pool, type PoolClient } from "pg";
import { isOutage } from "../database/outage.js";
import { handleLostConnections, type QueueDatabase } from "../database/queue-database.js";

export type Release = () => Promise<void>;

interface LeaseRequest {
  readonly claims: readonly ResourceClaim[];
  readonly signal: AbortSignal;
  /** Called when the connection is lost, which releases the locks. */
  readonly lost?: () => void;
}

/** Takes locks in a global order, so that no two calls can deadlock. */
const takeLocks = `select case when exclusive then pg_advisory_lock(k) else pg_advisory_lock_shared(k) end from (
    select k, bool_or(exclusive) as exclusive from (
      select hashtextextended(key, 0) as k, exclusive from unnest($1::text[], $2::bool[]) as c (key, exclusive)
    ) hashed group by k order by k
  ) s`;
/** A call that waits for a lock occupies a slot, so it goes back to the queue after a second. */
const lockOptions = "-c lock_timeout=1000 -c client_connection_check_interval=1000";
const lockNotAvailable = "55P03";

/**
 * Locks resources across all workers with PostgreSQL advisory locks. Each call has its own connection, because advisory
 * locks are reentrant within a session. When a worker dies, its connections close and release the locks.
 */
export class ResourceLeases {
  readonly #schema: string;
  readonly #pool: Pool;

  constructor(database: QueueDatabase, concurrency: number) {
    this.#schema = database.schemas.own;
    // A nested call may need a connection in addition to its caller's.
    this.#pool = new Pool({ ...database.options, max: concurrency * 4, options: lockOptions });
    handleLostConnections(this.#pool, (error) => database.warn("A connection that holds locks", error));
  }

  /** Locks all claims; returns undefined when the caller should retry: a claim is locked or the database is unavailable. */
  async acquire({ claims, signal, lost }: LeaseRequest): Promise<Release | undefined> {
    if (claims.length === 0) return () => Promise.resolve();
    // Advisory locks apply to the whole database, so the key includes the schema.
    const named = claims.map(({ key }) => `${this.#schema}\n${key}`);
    const values = [named, claims.map(({ exclusive }) => exclusive)];
    let client: PoolClient | undefined;
    try {
      client = await this.#pool.connect();
      signal.throwIfAborted();
      await Promise.race([client.query({ name: "lock", text: takeLocks, values }), once(signal, "abort")]);
      signal.throwIfAborted();
      return hold(client, lost);
    } catch (error) {
      const isLocked = error instanceof DatabaseError && error.code === lockNotAvailable;
      if (client !== undefined && isLocked) await hold(client)();
      // Closing the connection ends its statement and releases its locks.
      else client?.release(true);
      if (isLocked || isOutage(error)) return undefined;
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

function hold(client: PoolClient, lost?: () => void): Release {
  let isHeld = true;
  const ended = (): void => {
    isHeld = false;
    client.release(true);
    lost?.();
  };
  client.once("end", ended);
  return async () => {
    if (!isHeld) return;
    isHeld = false;
    client.off("end", ended);
    const unlocked = await client.query("select pg_advisory_unlock_all()").catch(() => undefined);
    client.release(unlocked === undefined);
  };
}

/** The claims that the callers of a nested call have locked. */
export const heldClaims: AsyncLocalStorage<readonly ResourceClaim[]> = new AsyncLocalStorage();

/** Runs nested calls in the worker and slot of their caller, without locking the caller's resources again. */
export function createNestedBackend(leases: ResourceLeases): ExecutionBackend {
  const run = async (job: ExecutionJob, signal: AbortSignal): Promise<unknown> => {
    const held = heldClaims.getStore() ?? [];
    const claims = (job.claims ?? []).filter(({ key }) => held.every((claim) => claim.key !== key));
    let release = await leases.acquire({ claims, signal });
    while (release === undefined) {
      await pause(100, undefined, { signal });
      release = await leases.acquire({ claims, signal });
    }
    try {
      signal.throwIfAborted();
      return await heldClaims.run([...held, ...claims], async () => job.run());
    } finally {
      await release();
    }
  };
  return {
    submit(job) {
      const controller = new AbortController();
      // Each attempt to lock resources adds a listener.
      setMaxListeners(0, controller.signal);
      job.backendState = controller;
      run(job, controller.signal).then(
        (value) => job.settle({ type: "returned", value }),
        (thrown: unknown) => job.settle({ type: "threw", thrown }),
      );
    },
    withdraw({ backendState }) {
      if (backendState instanceof AbortController) backendState.abort();
    },
    dispose: () => Promise.resolve(),
  };
}
