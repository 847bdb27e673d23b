import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { command } from "../../cli/command-line.js";
import { LineClient } from "../../mcp/line-client.js";
import { plainEnvironment } from "../../mcp/servers.js";
import { repositoryRoot } from "../../support/repository.js";
import { dataOf, workbench, type Workbench } from "../../tools/workbench.js";

/** Starts four programs and records their pids: plain, in a new session, without variables, ignoring signals. */
const programs = (then: string): string =>
  `sleep 997 & echo $! >> ids; setsid sleep 997 & echo $! >> ids; ` +
  `env -i sleep 997 & echo $! >> ids; ` +
  `(trap '' TERM HUP INT; exec sleep 997) & echo $! >> ids; ${then}`;

const script = join(repositoryRoot, "test/tools/application.js");

/** Starts a program in namespaces of its own, where it sees only its own processes. */
const unshare = "unshare";
const isolated = ["--user", "--map-root-user", "--pid", "--fork", "--kill-child", "--mount-proc"];

const started: ChildProcess[] = [];
const seen: number[] = [];

afterEach(() => {
  for (const { pid } of started.splice(0)) if (pid !== undefined) end(pid);
  seen.splice(0).forEach(end);
});

function end(id: number): void {
  try {
    process.kill(id, "SIGKILL");
  } catch {
    // It has already ended, as expected.
  }
}

/** Whether a process runs; a zombie does not. */
function runs(id: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${id}/status`, "utf8"));
  } catch {
    return false;
  }
}

async function idsIn(bench: Workbench): Promise<readonly number[]> {
  for (let attempt = 0; attempt < 400; attempt++) {
    const text = existsSync(bench.at("ids")) ? readFileSync(bench.at("ids"), "utf8") : "";
    const ids = text.trim().split("\n").map(Number);
    if (ids.length === 4) {
      seen.push(...ids);
      return ids;
    }
    await wait(50);
  }
  throw new Error("The programs did not start.");
}

/** The processes that still run after a while. */
async function survivors(ids: readonly number[]): Promise<readonly number[]> {
  for (let attempt = 0; attempt < 100 && ids.some(runs); attempt++) await wait(50);
  return ids.filter(runs);
}

const signals = ["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"] as const;

describe("programs of a call", () => {
  it.each([
    ["exits", "echo hi", 0],
    ["fails", "exit 3", 3],
    ["is ended by a signal", "kill -KILL $$", null],
  ])("have ended when the call ends because the command %s", async (_, then, exitCode) => {
    using bench = workbench();
    const { result } = await bench.run("terminal-execute", { shell: programs(then) });
    expect(result.data).toMatchObject({ exitCode });
    expect((await idsIn(bench)).filter(runs)).toEqual([]);
  });

  it("may end by themselves shortly after the command", async () => {
    using bench = workbench();
    const shell = "(sleep 0.05; echo late) & echo early";
    expect(dataOf(await bench.run("terminal-execute", { shell })).stdout).toBe("early\nlate\n");
  });
});

describe("programs of an application", () => {
  const startApplication = (bench: Workbench, shell: string): ChildProcess => {
    const application = spawn(process.execPath, [script, bench.root, shell], {
      stdio: ["pipe", "ignore", "ignore"],
    });
    started.push(application);
    return application;
  };
  const ways: Readonly<Record<string, (application: ChildProcess) => void>> = {
    "it exits": ({ stdin }) => void stdin?.write("exit"),
    "an error is not caught": ({ stdin }) => void stdin?.write("throw"),
    "its input ends": ({ stdin }) => void stdin?.end(),
    ...Object.fromEntries(
      signals.map((signal) => [`it gets ${signal}`, (it: ChildProcess) => void it.kill(signal)]),
    ),
  };

  it.each(Object.entries(ways))("end when %s", async (_, leave) => {
    using bench = workbench();
    const application = startApplication(bench, programs("wait"));
    const exit = once(application, "exit");
    const ids = await idsIn(bench);
    expect(ids.filter(runs)).toEqual(ids);
    leave(application);
    await exit;
    expect(await survivors(ids)).toEqual([]);
  });

  it("end when the application gets SIGKILL as soon as they start", async () => {
    using bench = workbench();
    const shell = "env -i sleep 997 & echo $! $$ > pids; kill -KILL $PPID; exec sleep 997";
    await once(startApplication(bench, shell), "exit");
    const ids = readFileSync(bench.at("pids"), "utf8").split(" ").map(Number);
    seen.push(...ids);
    expect(await survivors(ids)).toEqual([]);
  });

  it.skipIf(spawnSync(unshare, [...isolated, "true"]).status !== 0)(
    "end, and other processes do not, if one of them mounts a /proc in which it is process 1",
    () => {
      using bench = workbench();
      const inner = "mount -t proc proc /proc && echo > mounted; exec sleep 997";
      const shell = `setsid ${unshare} --pid --fork sh -c "${inner}" & until [ -e mounted ]; do sleep 0.1; done; kill -KILL $PPID`;
      const outer = `env -i sleep 997 & sleep 5 | "$0" "$1" "$2" "$3"; kill -0 $!`;
      const words = ["-c", outer, process.execPath, script, bench.root, shell];
      expect(spawnSync(unshare, [...isolated, "sh", ...words])).toMatchObject({ status: 0 });
    },
  );
});

describe("programs of `toolkiln mcp`", () => {
  const ways: Readonly<Record<string, (client: LineClient) => void>> = {
    "its input ends": (client) => client.process.stdin.end(),
    "its output is closed": (client) => {
      client.process.stdout.destroy();
      client.send({ id: 2, method: "ping" });
    },
    ...Object.fromEntries(
      signals.map((signal) => [`it gets ${signal}`, (it: LineClient) => void it.process.kill(signal)]),
    ),
  };

  it.each(Object.entries(ways))("end when %s", async (_, leave) => {
    using bench = workbench();
    const client = await LineClient.open({
      command: process.execPath,
      args: [command, "mcp", "--quiet", "--allow", "terminal-execute", "--workspace", bench.root],
      cwd: repositoryRoot,
      env: plainEnvironment(),
    });
    started.push(client.process);
    client.call(1, "terminal_execute", { shell: programs("wait") });
    const ids = await idsIn(bench);
    expect(ids.filter(runs)).toEqual(ids);
    leave(client);
    await client.exit;
    expect(await survivors(ids)).toEqual([]);
  });
});
