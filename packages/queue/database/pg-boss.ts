import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** The version of pg-boss whose tables and methods this package uses. */
export const pgBossVersion = "12.35.0";

/** A job as pg-boss hands it to whoever fetches it. */
export interface BossJob {
  readonly id: string;
  readonly data: unknown;
  /** Names the attempt: only its holder can settle it. */
  readonly retryCount: number;
}

/** The part of pg-boss that is used: tables, queues, fetching, heartbeats and supervision. */
export interface Boss {
  on(event: "error", listener: (error: Error) => void): unknown;
  start(): Promise<unknown>;
  stop(options: { readonly graceful: boolean; readonly close: boolean }): Promise<void>;
  createQueue(name: string, options: object): Promise<void>;
  fetch(name: string, options: { readonly batchSize: number }): Promise<readonly BossJob[]>;
  touch(
    name: string,
    jobs: readonly Omit<BossJob, "data">[],
  ): Promise<{ readonly settled?: readonly string[] }>;
}

/** What pg-boss runs its statements with. */
export interface BossDatabase {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

interface BossModule {
  readonly PgBoss: new (options: object) => Boss;
}

/** Imports pg-boss from beside this package or from the project that runs. */
export async function importPgBoss(): Promise<BossModule> {
  for (const from of [import.meta.url, join(process.cwd(), "package.json")]) {
    try {
      const file = createRequire(from).resolve("pg-boss");
      // The module is the pinned version's; a test compares its types with the interfaces above.
      return (await import(pathToFileURL(file).href)) as BossModule;
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  throw new Error(`@toolkiln/queue needs pg-boss: npm install pg-boss@${pgBossVersion}`);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND";
}
