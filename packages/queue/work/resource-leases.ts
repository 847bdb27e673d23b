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
  /** The connection that held the resources was lost, and they with it. */
  readonly lost?: () => void;
}

/** Takes locks in one order for everybody, so that no two calls wait for each other. */
const takeLocks = `select case when exclusive then pg_advisory_lock(k) else pg_advisory_lock_shared(k) end from (
    select k, bool_or(exclusive) as exclusive from (
      select hashtextextended(key, 0) as k, exclusive from unnest($1::text[], $2::bool[]) as c (key, exclusive)
    ) hashed group by k order by k
  ) s`;
/** A call that waits keeps its slot, so it gives up after a second and others have their turn. */
const lockOptions = "-c lock_timeout=1000 -c client_connection_check_interval=1000";
const lockNotAvailable = "55P03";

/**
 * Takes resources that exclude each other across all workers: advisory locks, each call with a connection of its own,
 * because a session may take the same lock twice. A worker that dies loses its connections, and these its locks.
 */
export class ResourceLeases {
  readonly #schema: string;
  readonly #pool: Pool;

  constructor(database: QueueDatabase, concurrency: number) {
    this.#schema = database.schemas.own;
    // A call that its tool makes may need a connection beside that of its caller.
    this.#pool = new Pool({ ...database.options, max: concurrency * 4, options: lockOptions });
    handleLostConnections(this.#pool, (error) => database.warn("A connection that holds locks", error));
  }

  /** Takes all claims; undefined when others hold them, or the database is away: to be tried again later. */
  async acquire({ claims, signal, lost }: LeaseRequest): Promise<Release | undefined> {
    if (claims.length === 0) return () => Promise.resolve();
    // Schemas of one database share its locks but not their resources.
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
      const isTaken = error instanceof DatabaseError && error.code === lockNotAvailable;
      if (client !== undefined && isTaken) await hold(client)();
      // A connection that is closed ends its statement and gives up its locks.
      else client?.release(true);
      if (isTaken || isOutage(error)) return undefined;
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

/** The claims of the calls by whose tools something is being called. */
export const heldClaims: AsyncLocalStorage<readonly ResourceClaim[]> = new AsyncLocalStorage();

/** Runs calls that tools make in the worker itself, in the slot of their callers and beside what these hold. */
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
      // Each attempt to take resources listens to it.
      setMaxListeners(0, controller.signal);
      job.backendNote = controller;
      run(job, controller.signal).then(
        (value) => job.settle({ type: "returned", value }),
        (thrown: unknown) => job.settle({ type: "threw", thrown }),
      );
    },
    withdraw({ backendNote }) {
      if (backendNote instanceof AbortController) backendNote.abort();
    },
    dispose: () => Promise.resolve(),
  };
}
