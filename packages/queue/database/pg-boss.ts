import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** A job and which attempt at it: only the holder of that attempt can show that it lives. */
export interface JobAttempt {
  readonly id: string;
  readonly retryCount: number;
}

/** The part of pg-boss that is used: tables, queues, heartbeats and supervision. */
export interface Boss {
  on(event: "error", listener: (error: Error) => void): unknown;
  start(): Promise<unknown>;
  stop(options: { graceful: boolean; close: boolean }): Promise<void>;
  createQueue(name: string, options: { policy: string }): Promise<void>;
  touch(name: string, jobs: JobAttempt[]): Promise<{ readonly settled?: readonly string[] }>;
}

/** What the module exports, as far as it is used. */
export interface BossModule {
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
      if (!(error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND")) throw error;
    }
  }
  throw new Error("@toolkiln/queue needs pg-boss: npm install pg-boss@12.35.0");
}
