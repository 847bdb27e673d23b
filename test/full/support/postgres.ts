import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { skipLoudly } from "../../support/loud-skip.js";
import { repositoryRoot } from "../../support/repository.js";

/** A cluster of PostgreSQL that belongs to one test file. */
export interface Cluster {
  readonly connectionString: string;
  readonly port: number;
  /** Stops the server as an operator would; open connections are cut. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops the server and deletes its data. */
  remove(): Promise<void>;
}

/** Starts a cluster on a free port; undefined, with a line on standard error, where PostgreSQL is not installed. */
export async function startCluster(what: string): Promise<Cluster | undefined> {
  const binaries = findBinaries();
  if (binaries === undefined) {
    skipLoudly(what, "PostgreSQL 14 or newer is not installed (Debian: apt install postgresql)");
    return undefined;
  }
  linkPgBoss();
  const folder = mkdtempSync(join(tmpdir(), "toolkiln-postgres-"));
  const user = serverUser();
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? user.uid);
  const data = join(folder, "data");
  const run = { ...user, stdio: "ignore", cwd: folder } as const;
  execFileSync(join(binaries, "initdb"), ["-D", data, "-U", "toolkiln", "-A", "trust", "-N"], run);
  const port = await freePort();
  const connectionString = `postgres://toolkiln@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | undefined;
  const stop = async (signal: "SIGINT" | "SIGQUIT" = "SIGINT"): Promise<void> => {
    const stopping = server;
    server = undefined;
    if (stopping === undefined || stopping.exitCode !== null) return;
    const exited = new Promise((resolve) => stopping.once("exit", resolve));
    stopping.kill(signal);
    await exited;
  };
  const start = async (): Promise<void> => {
    const options = [
      "-p",
      String(port),
      "-k",
      folder,
      "-c",
      "listen_addresses=127.0.0.1",
      "-c",
      "max_connections=200",
    ];
    server = spawn(join(binaries, "postgres"), ["-D", data, ...options], run);
    await reachable(connectionString);
  };
  await start();
  return {
    connectionString,
    port,
    start,
    stop,
    async remove() {
      // SIGQUIT stops the server immediately; the data that it does not write is deleted anyway.
      await stop("SIGQUIT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findBinaries(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).map(Number) : [];
  const newest = Math.max(...versions.filter((version) => version >= 14));
  const folders = [process.env["POSTGRES_BIN"], join(debian, String(newest), "bin"), "/usr/local/pgsql/bin"];
  return folders.find((folder) => folder !== undefined && existsSync(join(folder, "postgres")));
}

/** PostgreSQL refuses to run as root; Debian's packages bring a user for it. */
function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string): number => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

/** pg-boss is installed for these tests only; the link makes packages/queue resolve it. */
function linkPgBoss(): void {
  const modules = join(repositoryRoot, "packages/queue/node_modules");
  mkdirSync(modules, { recursive: true });
  if (existsSync(join(modules, "pg-boss"))) return;
  rmSync(join(modules, "pg-boss"), { force: true });
  symlinkSync(join(repositoryRoot, "test/full/node_modules/pg-boss"), join(modules, "pg-boss"));
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/** Resolves when the server accepts connections. */
async function reachable(connectionString: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const client = new Client({ connectionString });
    try {
      await client.connect();
      return await client.end();
    } catch {
      await wait(50);
    }
  }
  throw new Error("PostgreSQL did not start.");
}
