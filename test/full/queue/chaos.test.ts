import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { wait } from "../../runtime/executor/fixtures.js";
import { startCluster, type Cluster } from "../support/postgres.js";

/** `npm run chaos` asks for more. */
const calls = Number(process.env["CHAOS_CALLS"] ?? 5_000);
const killEvery = 3_000;

interface Line {
  readonly executionId: string;
  readonly tool: string;
  readonly status: string;
  readonly data?: unknown;
  readonly error?: string;
}

const cluster = await startCluster("chaos");
const folder = mkdtempSync(join(tmpdir(), "toolkiln-chaos-"));
const processes = new Set<ChildProcess>();

afterAll(async () => {
  for (const child of processes) child.kill("SIGKILL");
  await cluster?.remove();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

function start(script: string, ...args: readonly string[]): ChildProcess {
  const file = new URL(`chaos/${script}.js`, import.meta.url).pathname;
  const child = spawn("node", [file, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  processes.add(child);
  child.once("exit", () => processes.delete(child));
  return child;
}

/** The lines that a submitter prints, until it ends or is killed. */
async function linesOf(child: ChildProcess): Promise<readonly Line[]> {
  const lines: Line[] = [];
  if (child.stdout === null) return lines;
  for await (const line of createInterface({ input: child.stdout })) {
    // The last line of a killed process may be incomplete.
    if (line.endsWith("}")) lines.push(JSON.parse(line) as Line);
  }
  return lines;
}

/** Kills a worker at random every few seconds and starts another one in its place. */
function killWorkers(workers: ChildProcess[], startOne: () => ChildProcess): { readonly stop: () => number } {
  let kills = 0;
  const timer = setInterval(() => {
    const index = Math.floor(Math.random() * workers.length);
    workers[index]?.kill("SIGKILL");
    workers[index] = startOne();
    kills++;
  }, killEvery);
  return {
    stop() {
      clearInterval(timer);
      return kills;
    },
  };
}

async function query(connectionString: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(text);
  await client.end();
  return rows;
}

async function runChaos(server: Cluster) {
  const { connectionString } = server;
  const startWorker = (): ChildProcess => start("worker", connectionString, folder);
  const workers = Array.from({ length: 4 }, startWorker);
  await wait(2_000);
  const half = String(calls / 2);
  const killed = start("submitter", connectionString, folder, "a", half);
  const survivor = start("submitter", connectionString, folder, "b", half);
  const results = [linesOf(killed), linesOf(survivor)];
  const killer = killWorkers(workers, startWorker);
  await wait(5_000);
  killed.kill("SIGKILL");
  results.push(linesOf(start("submitter", connectionString, folder, "a", half)));
  await wait(3_000);
  await server.stop();
  await wait(1_500);
  await server.start();
  const lines = (await Promise.all(results)).flat();
  const kills = killer.stop();
  // Wait for the heartbeat, after which lost workers are detected.
  await wait(1_000);
  return { lines, kills };
}

describe.skipIf(cluster === undefined)("workers, a submitter and PostgreSQL that die", () => {
  it(
    `leave every one of ${calls} executions with exactly one result`,
    { timeout: 120_000 + calls * 60 },
    async () => {
      if (cluster === undefined) return;
      const { lines, kills } = await runChaos(cluster);
      const { connectionString } = cluster;
      const byExecution = new Map<string, Line>();
      const violations: string[] = [];
      for (const line of lines) {
        const before = byExecution.get(line.executionId) ?? line;
        // A restarted submitter gets the same results as the killed one.
        if (before.status !== line.status)
          violations.push(`${line.executionId}: ${before.status}, then ${line.status}`);
        byExecution.set(line.executionId, line);
      }
      const rows = await query(
        connectionString,
        "select id, tool, status, finished_at from toolkiln.execution",
      );
      expect([byExecution.size, rows.length]).toEqual([calls, calls]);
      const counts: Record<string, number> = {};
      for (const row of rows) {
        const id = String(row["id"]);
        const line = byExecution.get(id);
        const runs = existsSync(join(folder, id)) ? statSync(join(folder, id)).size : 0;
        const outcome = `${String(row["tool"])} ${String(row["status"])}`;
        counts[outcome] = (counts[outcome] ?? 0) + 1;
        const isDone = row["status"] === "completed" && runs >= 1 && line?.data === id;
        const isLost = /^(?:once|alone) unknown$/.test(outcome);
        const isOnce = row["tool"] === "again" || runs <= 1;
        if (!(isDone || isLost) || !isOnce || line?.status !== row["status"] || row["finished_at"] === null) {
          violations.push(
            `${id}: ${outcome}, reported ${line?.status ?? "nothing"} (${line?.error ?? ""}), ran ${runs} times`,
          );
        }
      }
      const notes = join(folder, "overlaps");
      const overlaps = existsSync(notes) ? readFileSync(notes, "utf8").trim().split("\n").length : 0;
      process.stderr.write(
        `chaos: ${kills} workers killed, ${JSON.stringify(counts)}, ${overlaps} markers found\n`,
      );
      expect(violations).toEqual([]);
      // A call leaves its marker behind if its worker was killed, or if its lock was lost when the server stopped.
      expect(overlaps).toBeLessThanOrEqual((counts["alone unknown"] ?? 0) + 7);
      expect(kills).toBeGreaterThan(2);
      for (const child of processes) child.kill("SIGKILL");
      await wait(3_000);
      expect(await query(connectionString, "select * from pg_locks where locktype = 'advisory'")).toEqual([]);
      expect(
        await query(connectionString, "select id from toolkiln_pgboss.job where state < 'completed'"),
      ).toEqual([]);
    },
  );
});
