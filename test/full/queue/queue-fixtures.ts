import {
  createQueueBackend,
  startWorker,
  type QueueBackend,
  type QueueBackendOptions,
  type QueueWorker,
  type WorkerOptions,
} from "@toolkiln/queue";
import { ToolExecutor, ToolRegistry, type AnyTool, type ToolExecutorOptions } from "@toolkiln/runtime";
import { Pool } from "pg";
import type { Cluster } from "../support/postgres.js";

const key = "a key for tests only";
let schemas = 0;

/** A queue with a schema of its own, its submitters and its workers. */
export class TestQueue {
  readonly connection: { readonly connectionString: string; readonly schema: string; readonly key: string };
  readonly pool: Pool;
  readonly #ends: (() => Promise<unknown>)[] = [];

  constructor({ connectionString }: Cluster) {
    this.connection = { connectionString, schema: `queue_${schemas++}`, key };
    this.pool = new Pool({ connectionString, max: 2 });
    this.pool.on("error", () => {});
  }

  /** An executor whose calls run on workers; its tables already exist. */
  async submitter(
    tools: readonly AnyTool[],
    options: ToolExecutorOptions = {},
    queue: Partial<QueueBackendOptions> = {},
  ): Promise<{ readonly executor: ToolExecutor; readonly backend: QueueBackend }> {
    const backend = createQueueBackend({ ...this.connection, ...queue });
    const executor = new ToolExecutor(registryOf(tools), { executionTimeout: 30_000, ...options, backend });
    this.#ends.push(() => executor.dispose());
    await backend.find("none");
    return { executor, backend };
  }

  async worker(tools: readonly AnyTool[], options: Partial<WorkerOptions> = {}): Promise<QueueWorker> {
    const worker = await startWorker(registryOf(tools), { ...this.connection, ...options });
    this.#ends.push(() => worker.stop({ gracePeriod: 0 }));
    return worker;
  }

  /** Runs a statement; `{own}` and `{boss}` stand for the schemas of the queue and of pg-boss. */
  async sql<Row extends object>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    const { schema } = this.connection;
    const statement = text.replaceAll("{own}", schema).replaceAll("{boss}", `${schema}_pgboss`);
    return (await this.pool.query<Row>(statement, [...values])).rows;
  }

  /** Stops all remaining submitters and workers. */
  async end(): Promise<void> {
    for (const end of this.#ends.splice(0).toReversed()) await end();
    await this.pool.end();
  }
}

export function registryOf(tools: readonly AnyTool[]): ToolRegistry {
  const registry = new ToolRegistry();
  for (const tool of tools) registry.registerTool(tool);
  return registry;
}

/** Resolves when a condition holds; fails after ten seconds. */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end;) {
    if (await holds()) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
  throw new Error("The condition did not come true within ten seconds.");
}
