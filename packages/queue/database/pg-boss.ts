/** The part of pg-boss that we use: tables, queues, heartbeats, supervision and a listener that reconnects. */
export interface Boss {
  on(event: "error", listener: (error: Error) => void): unknown;
  start(): Promise<unknown>;
  stop(options: { graceful: boolean }): Promise<void>;
  createQueue(name: string, options: { policy: string }): Promise<void>;
  /** Sends the heartbeat of jobs; `settled` lists the jobs whose current attempt the caller still holds. */
  touch(name: string, jobs: { id: string; retryCount: number }[]): Promise<{ settled?: string[] }>;
  getDb(): {
    listen?(
      channel: string,
      notified: (payload: string) => void,
      connected: () => void,
    ): Promise<{ close(): Promise<void> }>;
  };
}

/** Imports pg-boss, an optional peer dependency. */
export async function importPgBoss(): Promise<{ readonly PgBoss: new (options: object) => Boss }> {
  // A variable, so that the package compiles without pg-boss; a test compares its types with the interface above.
  const name = "pg-boss";
  try {
    return (await import(name)) as Awaited<ReturnType<typeof importPgBoss>>;
  } catch (error) {
    throw new Error("@toolkiln/queue needs pg-boss: npm install pg-boss@12.35.0", { cause: error });
  }
}
